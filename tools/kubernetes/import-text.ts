/** Import and export statements, wrapped as the formatter does. */

/** Names prefixed with `type ` are erased; if all are, so is the whole statement. */
export function importText(names: readonly string[], from: string): string {
  return statementText('import', names, from)
}

export function exportText(names: readonly string[], from: string): string {
  return statementText('export', names, from)
}

function statementText(keyword: 'import' | 'export', names: readonly string[], from: string): string {
  if (names.length === 0) return ''
  const sorted = [...names].sort((a, b) => (bare(a) < bare(b) ? -1 : 1))
  const erased = sorted.every((name) => name.startsWith('type '))
  const start = erased ? `${keyword} type` : keyword
  const listed = erased ? sorted.map(bare) : sorted
  const flat = `${start} { ${listed.join(', ')} } from '${from}'\n`
  return flat.length <= 121 ? flat : `${start} {\n${listed.map((name) => `  ${name},\n`).join('')}} from '${from}'\n`
}

function bare(name: string): string {
  return name.replace(/^type /, '')
}
