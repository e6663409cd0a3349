/**
 * Puts external controllers together that depend on each other's kinds. Alone, each waits for what it needs; together, each also
 * knows who needs it: what is deleted goes in the reverse order of its making.
 */
import { isSameKind } from './dependency.ts'
import { compileExternal, type ExternalController } from './define-external-controller.ts'
import { cycle } from './dependency-circle.ts'
import type { Dependents } from './machine.ts'

/**
 * The same controllers, which know each other. Give all of them to one manager.
 *
 * Failure: `KW_EXTERNAL_CYCLE` if they wait for each other in a circle; the message names the way round.
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
