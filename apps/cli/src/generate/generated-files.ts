/** All files derived from an operator's definitions. Pure: the same definitions always give the same text. */
import type { ProjectDescription } from '../project/project-description.ts'
import { crdFiles } from './crd-files.ts'
import { docsFiles } from './docs-files.ts'
import { manifestFiles } from './manifest-files.ts'
import { rbacFile, remoteRbacFiles } from './rbac-file.ts'

/** The parts on the command line. `manifests` is everything to install, CRDs and permissions included. */
export const parts = ['crds', 'rbac', 'manifests', 'docs'] as const
export type Part = (typeof parts)[number]

/** Files by path, relative to the project. */
export type GeneratedFiles = ReadonlyMap<string, string>

const makers: Readonly<Record<Part, (project: ProjectDescription) => Iterable<readonly [string, string]>>> = {
  crds: crdFiles,
  rbac: (project) => [rbacFile(project), ...remoteRbacFiles(project)],
  manifests: (project) => [
    ...crdFiles(project),
    rbacFile(project),
    ...remoteRbacFiles(project),
    ...manifestFiles(project),
  ],
  docs: docsFiles,
}

export function generatedFiles(project: ProjectDescription, what: Part | 'all'): GeneratedFiles {
  const wanted: readonly Part[] = what === 'all' ? ['manifests', 'docs'] : [what]
  return new Map(wanted.flatMap((part) => [...makers[part](project)]))
}

/** The folders of a part, for finding files that are no longer generated. */
export function foldersOf(what: Part | 'all'): readonly string[] {
  const folders = {
    crds: ['deploy/crds'],
    rbac: ['deploy/remote'],
    manifests: ['deploy', 'deploy/crds', 'deploy/remote'],
    docs: ['docs/api'],
  } as const
  return what === 'all' ? [...folders.manifests, ...folders.docs] : folders[what]
}
