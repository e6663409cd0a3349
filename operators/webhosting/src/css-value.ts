/**
 * The part of CSS that a theme may use. A theme ends up in a style sheet, where no escaping helps: whatever could end the
 * declaration it stands in, load something or reach beyond it has no place in these patterns.
 */

/** `#0b7285`, `darkcyan`, `rgb(11 114 133 / 50%)`; no other functions, no quotes, nothing after it. */
export const colorPattern =
  /^(?:#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]{3,20}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([0-9a-z.,%/ +-]{1,60}\))$/

/** `Menlo`, `Open Sans, Helvetica, sans-serif`: names without quotes, by commas. */
export const fontFamilyPattern =
  /^[a-zA-Z][a-zA-Z0-9-]*(?: [a-zA-Z][a-zA-Z0-9-]*)*(?:, ?[a-zA-Z][a-zA-Z0-9-]*(?: [a-zA-Z][a-zA-Z0-9-]*)*)*$/

/** As long as any of them has to be. */
export const longestCssValue = 128
