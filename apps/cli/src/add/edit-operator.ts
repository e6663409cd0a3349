/**
 * Edits `src/operator.ts` where it still has its generated shape. Pure. Any other shape is left alone, and the user gets the
 * text to add by hand.
 */

/** Adds an import below the existing ones. `undefined` if there are none. */
export function addImport(source: string, name: string, from: string): string | undefined {
  const imports = [...source.matchAll(/^import\s[^;]*?from\s+(['"])[^'"\n]+\1(;?)$/gm)]
  const last = imports.at(-1)
  if (last === undefined) return undefined
  if (imports.some(([text]) => text.includes(from) && new RegExp(`\\b${name}\\b`).test(text))) return source
  const [text, quote = `'`, semicolon = ''] = last
  const end = last.index + text.length
  return `${source.slice(0, end)}\nimport { ${name} } from ${quote}${from}${quote}${semicolon}${source.slice(end)}`
}

/** Adds a name to a list of names: `resources: [Website]`. `undefined` if there is not exactly one such list. */
export function addToList(source: string, list: string, name: string): string | undefined {
  const lists = [...source.matchAll(new RegExp(`^([ \\t]*)${list}: \\[([\\w\\s,]*)\\]`, 'gm'))]
  const [found] = lists
  if (found === undefined || lists.length > 1) return undefined
  const [text, indent = '', inside = ''] = found
  const names = inside
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  if (names.includes(name)) return source
  const items = [...names, name]
  const body = inside.includes('\n')
    ? `\n${items.map((one) => `${indent}  ${one},\n`).join('')}${indent}`
    : items.join(', ')
  return source.slice(0, found.index) + `${indent}${list}: [${body}]` + source.slice(found.index + text.length)
}

/** Serves a webhook: adds it to the existing list, or adds the block with certificate and installation for the first one. */
export function addWebhook(source: string, name: string, operator: string): string | undefined {
  if (/^\s*webhooks: /m.test(source)) return addToList(source, 'serve', name)
  const places = [...source.matchAll(/^ {2}health: /gm)]
  const [place] = places
  if (place === undefined || places.length > 1 || !/^const namespace = /m.test(source)) return undefined
  return source.slice(0, place.index) + webhooksBlock(name, operator) + source.slice(place.index)
}

export function webhooksBlock(name: string, operator: string): string {
  return `  webhooks: {
    serve: [${name}],
    certificates: { secret: { name: '${operator}-webhooks', namespace } },
    installation: { name: '${operator}', service: { name: '${operator}', namespace } },
  },
`
}
