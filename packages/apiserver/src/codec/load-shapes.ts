/** Loads the Go types of a group version on demand, once a process. */
import { groupVersions, modules } from '../generated/go-shapes/modules.ts'
import type { StructType } from '../go/go-type.ts'
import { ShapeSet } from './shape-text.ts'

const shapes = new ShapeSet()
const loading = new Map<string, Promise<void>>()

/** The Go type of a kind; undefined if the kind is not built in. */
export async function loadShape(apiVersion: string, kind: string): Promise<StructType | undefined> {
  const home = homeOf(apiVersion, kind)
  if (home === undefined) return undefined
  await Promise.all(home.needs.map(loadModule))
  const type = shapes.has(`${home.module}.${kind}`) ? shapes.type(`${home.module}.${kind}`) : undefined
  return type?.kind === 'struct' && type.members.byName.has('kind') ? type : undefined
}

/** The Go type of ObjectMeta. */
export async function loadObjectMeta(): Promise<StructType> {
  await Promise.all(['meta/v1', 'machinery'].map(loadModule))
  return shapes.type('meta/v1.ObjectMeta') as StructType
}

/** Loads the types of all group versions. */
export async function loadAllShapes(): Promise<void> {
  await Promise.all(Object.keys(modules).map(loadModule))
}

/** DeleteOptions are the same in every version of every group. */
function homeOf(apiVersion: string, kind: string) {
  if (kind === 'DeleteOptions') return { module: 'meta/v1', needs: ['meta/v1', 'machinery'] }
  return Object.hasOwn(groupVersions, apiVersion) ? groupVersions[apiVersion] : undefined
}

function loadModule(module: string): Promise<void> {
  const known = loading.get(module) ?? addModule(module)
  loading.set(module, known)
  return known
}

async function addModule(module: string): Promise<void> {
  shapes.add(module, (await modules[module]!()).shapes)
}
