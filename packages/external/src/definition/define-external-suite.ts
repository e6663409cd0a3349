/**
 * Combines external controllers whose kinds depend on each other. Alone, each waits for its dependencies; combined, each also gets
 * its dependents, so that deletion runs in reverse order of creation.
 * See decision 0182.
 */
import { isSameKind } from '../operations/dependency.ts'
import { compileExternal, type ExternalController } from './define-external-controller.ts'
import { cycle } from './dependency-circle.ts'
import type { Dependents } from '../machine/machine.ts'

/**
 * The same controllers, aware of each other. Run all of them in one manager.
 *
 * Failure: `KW_EXTERNAL_CYCLE` if their dependencies form a cycle; the message names its path.
 */
export function defineExternalSuite(...controllers: readonly ExternalController[]): readonly ExternalController[] {
  refuseCycles(controllers)
  return controllers.map((one) => compileExternal(one['~external'], dependentsOf(one, controllers)))
}

function dependentsOf(one: ExternalController, all: readonly ExternalController[]): readonly Dependents[] {
  return all.flatMap((other) =>
    other['~external'].indexes
      .filter(({ resource }) => isSameKind(resource, one.for))
      .map(({ index, areOwned }) => ({ resource: other.for, index, areOwned })),
  )
}

function refuseCycles(all: readonly ExternalController[]): void {
  const finished = new Set<ExternalController>()
  const visit = (one: ExternalController, path: readonly ExternalController[]): void => {
    const at = path.indexOf(one)
    if (at >= 0) throw cycle([...path.slice(at), one].map(({ for: resource }) => resource.kind))
    if (finished.has(one)) return
    for (const { resource } of one['~external'].indexes) {
      for (const parent of all.filter((other) => isSameKind(other.for, resource))) visit(parent, [...path, one])
    }
    finished.add(one)
  }
  for (const one of all) visit(one, [])
}
