// Pages of the house: nothing moves on them but what is on air.

import { watchAir } from "./page.js";

watchAir();
