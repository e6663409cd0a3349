/**
 * The subset of CSS that a theme may use. A theme becomes part of a style sheet, where escaping does not help: the patterns
 * exclude everything that could end the declaration, load a resource or affect other elements.
 * See decision 0210.
 */

/** `#0b7285`, `darkcyan`, `rgb(11 114 133 / 50%)`; no other functions, no quotes, nothing after it. */
export const colorPattern =
  /^(?:#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]{3,20}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([0-9a-z.,%/ +-]{1,60}\))$/

/** `Menlo`, `Open Sans, Helvetica, sans-serif`: unquoted names, separated by commas. */
export const fontFamilyPattern =
  /^[a-zA-Z][a-zA-Z0-9-]*(?: [a-zA-Z][a-zA-Z0-9-]*)*(?:, ?[a-zA-Z][a-zA-Z0-9-]*(?: [a-zA-Z][a-zA-Z0-9-]*)*)*$/

/** Enough for any of them. */
export const longestCssValue = 128
