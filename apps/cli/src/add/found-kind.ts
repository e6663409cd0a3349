/** Finds the kind of a controller or webhook: in the project, or among the built-in kinds. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cliErrors } from '../errors.ts'
import type { Project } from '../project/load-project.ts'
import { sampleOf } from '../generate/sample-object.ts'

export interface FoundKind {
  readonly kind: string
  /** The import specifier: `./website.ts`, `kubewright/kubernetes`. */
  readonly from: string
  /** For custom kinds: a sample object without its name. */
  readonly sample?: { readonly spec?: unknown }
  readonly isNamespaced: boolean
}

/** Failure: `KW_CLI_KIND` if the kind is not defined anywhere. */
export async function findKind(kind: string, project: Project): Promise<FoundKind> {
  const file = await findDefinition(kind, project.root)
  if (file !== undefined) return { kind, from: `./${file}`, ...describeCustom(kind, project) }
  const builtIn = (await import('@kubewright/kubernetes')) as unknown as Readonly<
    Record<string, { readonly scope?: string } | undefined>
  >
  const handle = builtIn[kind]
  if (handle?.scope !== undefined)
    return { kind, from: 'kubewright/kubernetes', isNamespaced: handle.scope === 'Namespaced' }
  throw cliErrors('KW_CLI_KIND', {
    what: `find the kind ${kind}`,
    why: 'no file in src defines it, and Kubernetes has no built-in kind of that name',
    next: `Spell it as in its definition, or add it first: kubewright add resource ${kind}`,
    details: { kind },
  })
}

async function findDefinition(kind: string, root: string): Promise<string | undefined> {
  const folder = join(root, 'src')
  if (!existsSync(folder)) return undefined
  const definition = new RegExp(`^export const ${kind} = defineResource\\(`, 'm')
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.ts')).sort()) {
    if (definition.test(await readFile(join(folder, name), 'utf8'))) return name
  }
  return undefined
}

function describeCustom(kind: string, { crds }: Project): Pick<FoundKind, 'sample' | 'isNamespaced'> {
  const spec = crds.find(({ object }) => object.spec.names.kind === kind)?.object.spec
  const version = spec?.versions.find(({ storage }) => storage)
  if (spec === undefined || version === undefined) return { isNamespaced: true }
  const { group, scope } = spec
  const sample = sampleOf(version.schema.openAPIV3Schema, { kind, group, scope, version: version.name })
  return { sample: sample as FoundKind['sample'] & object, isNamespaced: scope === 'Namespaced' }
}
