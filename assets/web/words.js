// What the scripts say, in the language of the page: it brings the translations. English needs none.

const brought = document.getElementById("words");
const translations = brought === null ? {} : JSON.parse(brought.dataset.words);

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** Says with every request which language the page is in, so that the answer is too. */
export const LANGUAGE = { "Duplicast-Language": document.documentElement.lang };

/** `message` in the page's language, with `values` for its names in braces. */
export const _ = (message, values = {}) => filled(translations[message] ?? message, values);

/** `one` or `more` of something; `{n}` is the number. */
export function ngettext(one, more, n, values = {}) {
  const [inOne, inMore] = translations[one] ?? [one, more];
  return filled(n === 1 ? inOne : inMore, { n: n.toLocaleString(document.documentElement.lang), ...values });
}
