/** The plural of a kind, by three rules of English. Irregular plurals must be given by the author. */

/**
 * `website` becomes `websites`, `proxy` `proxies`, `gateway` `gateways`, `redis` `redises`, `mesh` `meshes`.
 *
 * @example
 * ```ts
 * pluralOf('Proxy') // => 'proxies'
 * pluralOf('Redis') // => 'redises'
 * ```
 */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase()
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return `${word}s`
}
