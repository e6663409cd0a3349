/** Names of variables in generated source files. Pure. */

/** Reserved words, and names already used in the generated files. */
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
 * `light-bulbs` as a TypeScript identifier: `lightBulbs`.
 *
 * @param suffix appended to a taken name: `class` becomes `classController`
 */
export function identifierOf(name: string, suffix: string): string {
  const identifier = name.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase())
  return taken.has(identifier) ? `${identifier}${suffix}` : identifier
}
