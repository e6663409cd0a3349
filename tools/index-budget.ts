/**
 * The number of names that the index of each package exports. A reader of an index sees what most programs need; other names are at
 * sub-paths.
 * See decision 0433.
 */
import { exportedNames, type ReadText } from './exported-names.ts'
import type { Package } from './workspace.ts'

/** Change this with a commit that says why most users need the name. Generated kinds are not counted: `kubernetes`. */
export const indexBudget: Readonly<Record<string, number>> = {
  apiserver: 40,
  backup: 16,
  cache: 20,
  cel: 42,
  client: 40,
  controller: 34,
  core: 35,
  dashboard: 10,
  external: 29,
  kubewright: 46,
  lease: 29,
  manager: 19,
  monitoring: 13,
  nestjs: 10,
  network: 32,
  protocol: 38,
  queue: 26,
  replication: 27,
  resource: 39,
  sharding: 39,
  sidecar: 26,
  simulation: 26,
  stack: 35,
  testing: 24,
  webhook: 20,
}

/** The number of names by package, for packages with an index. */
export function countIndexNames(packages: readonly Package[], read: ReadText): Record<string, number> {
  const counted = packages.flatMap(({ folder, manifest, entries }) => {
    const index = entries.get(manifest.name)
    return index === undefined || folder === 'kubernetes' ? [] : [[folder, exportedNames(index, read).length] as const]
  })
  return Object.fromEntries(counted)
}
