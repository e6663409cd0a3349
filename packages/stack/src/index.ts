/** Multi-component applications, deployed, repaired and upgraded by a management protocol. */
export {
  cascade,
  type CascadeComponent,
  type Component,
  component,
  fromSecret,
  generated,
  preserved,
  volume,
  type VolumeComponent,
  type WorkloadComponent,
} from './component.ts'
export { stackController, type StackControllerOptions } from './controller/stack-controller.ts'
export type { SampleSource } from './controller/tuning.ts'
export { stackErrors } from './errors.ts'
export {
  acceptAnnotation,
  componentLabel,
  configAnnotation,
  restoredAnnotation,
  stackLabel,
  upgradeAnnotation,
} from './names.ts'
export type { ExposureKind } from './objects/component-context.ts'
export { detectExposure } from './objects/exposure.ts'
export type { Sample } from './scaling/scaling-policy.ts'
export type { ComponentDefaults, ComponentSettings, GeneratedValue, PreservedConfig, SecretValue } from './settings.ts'
export { defineStack, type Stack, type StackDefinition, type StackObject } from './stack.ts'
export { type StackStatus, stackStatus } from './status.ts'
export type { StackVersion } from './upgrade/stack-version.ts'
// The types of the sub-paths are loaded with the index, so that the compiler can name them in declarations: decision 0433.
export type {} from './component-settings.ts'
export type {} from './objects.ts'
export type {} from './protocol.ts'
export type {} from './scaling.ts'
export type {} from './upgrade.ts'
