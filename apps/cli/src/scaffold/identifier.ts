/** Names of variables in the files that are written. Pure. */

/** What cannot name a variable, or names something else in the files that are written. */
const taken = new Set(
  `arguments async await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null of package private protected public return
  static super switch this throw true try typeof undefined var void while with yield
  child childrenOf cluster config created ctx defineAdmission defineController defineResource done expect first it leader
  manifest message metadata name namespace next object operator problem problemsOf running startCluster yes z`.split(
    /\s+/,
  ),
)

/**
 * `light-bulbs` as one writes it in TypeScript: `lightBulbs`.
 *
 * @param suffix what tells it from something else of that name: `class` becomes `classController`
 */
export function identifierOf(name: string, suffix: string): string {
  const identifier = name.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase())
  return taken.has(identifier) ? `${identifier}${suffix}` : identifier
}
