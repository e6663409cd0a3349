/** Escapes property names that are not identifiers: `x-y` becomes `x__dash__y`. */

const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

const signs: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
}
const names: Readonly<Record<string, string>> = { underscores: '__', dot: '.', dash: '-', slash: '/' }

/** The name in expressions; `undefined` if the property is not accessible. */
export function escapeName(name: string): string | undefined {
  if (!/^[A-Za-z_\-./][A-Za-z0-9_\-./]*$/.test(name)) return undefined
  if (reserved.has(name)) return `__${name}__`
  return name.replaceAll(/__|[-./]/g, (sign) => signs[sign]!)
}

/** The name of the property; `undefined` if `escapeName` never produces the text. */
export function unescapeName(escaped: string): string | undefined {
  let isFine = true
  const name = escaped.replaceAll(/__([^_]+)__/g, (text, content: string) => {
    if (Object.hasOwn(names, content)) return names[content]!
    if (!reserved.has(content) || text.length !== escaped.length) isFine = false
    return content
  })
  return isFine ? name : undefined
}
