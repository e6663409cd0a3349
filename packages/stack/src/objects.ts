/** The Kubernetes objects of a component. Pure. */
export { withDefaults } from './defaults.ts'
export type { ComponentContext } from './objects/component-context.ts'
export { HttpRoute, OpenShiftRoute } from './objects/exposure.ts'
export { type ComponentObjects, type ComponentPart, objectsOf, type PartManifest } from './objects/objects-of.ts'
