// For pages on which only the OBS state in the header changes.

import { watchAir } from "./page.js";
import "./air-bar.js";

watchAir();
