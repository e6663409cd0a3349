/** The text of the root module: every kind once, with the type for authors. See decision 0022. */
import { exportText } from './import-text.ts'
import { isWritable, type Kind } from './kinds.ts'

export function rootModuleText(kinds: readonly Kind[]): string {
  const modules = [...new Set(kinds.map(({ module }) => module))].sort()
  return modules
    .map((module) => exportText(kinds.filter((kind) => kind.module === module).flatMap(namesOf), `./${module}.ts`))
    .join('')
}

function namesOf(kind: Kind): string[] {
  const { kind: name, resource } = kind
  return [resource === undefined ? `type ${name}` : name, ...(isWritable(kind) ? [`type ${name}Input`] : [])]
}
