/** One definition of a resource, from which types, CRD and validation follow. */
export { type Manifest, manifest } from './manifest.ts'
export type { ConditionOf, InputOf, ObjectOf, Resource, ResourceTypes, Scope, StatusOf } from './resource.ts'
