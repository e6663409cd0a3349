/** The arguments of `npm run coverage`. */

export interface CoverageArguments {
  /** Where the page is written. */
  readonly page: string | undefined
  readonly projects: readonly string[]
  /** The arguments for Vitest. */
  readonly rest: readonly string[]
}

const everyProject = ['unit', 'docs', 'integration']

export function coverageArguments(given: readonly string[]): CoverageArguments {
  const rest = [...given]
  const take = (option: string): string | undefined => {
    const at = rest.indexOf(option)
    return at === -1 ? undefined : rest.splice(at, 2)[1]
  }
  const page = take('--write')
  const projects: string[] = []
  for (let project = take('--project'); project !== undefined; project = take('--project')) projects.push(project)
  return { page, projects: projects.length > 0 ? projects : everyProject, rest }
}
