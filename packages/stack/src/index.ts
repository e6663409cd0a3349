/** Multi-component applications, deployed, repaired and upgraded by a management protocol. */
export {
  cascade,
  type CascadeComponent,
  type CascadeOptions,
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
export type { SampleQuestion, SampleSource } from './controller/tuning.ts'
export { withDefaults } from './defaults.ts'
export { stackErrors } from './errors.ts'
export {
  acceptAnnotation,
  componentLabel,
  configAnnotation,
  restoredAnnotation,
  stackLabel,
  upgradeAnnotation,
} from './names.ts'
export { type NextActions, nextActions, type StackAction, type StackWait } from './next-actions.ts'
export { type ComponentContext, type ExposureKind } from './objects/component-context.ts'
export { detectExposure, HttpRoute, OpenShiftRoute } from './objects/exposure.ts'
export { type ComponentObjects, type ComponentPart, objectsOf, type PartManifest } from './objects/objects-of.ts'
export { type Phase, type ComponentObservation, observeComponent } from './phase.ts'
export { type Abnormality, findAbnormality } from './scaling/abnormality.ts'
export { recommendResources, type ResourceRecommendation } from './scaling/recommend-resources.ts'
export { replicasFor } from './scaling/replicas-for.ts'
export type { AbnormalityPolicy, Sample, ScalingPolicy, TuningPolicy } from './scaling/scaling-policy.ts'
export type {
  ComponentDefaults,
  ComponentSettings,
  AccessMode,
  ContainerSettings,
  Env,
  EnvValue,
  Exposure,
  FileConfig,
  GeneratedValue,
  PreservedConfig,
  Probes,
  SecretValue,
  Storage,
  Texts,
} from './settings.ts'
export {
  type CheckedComponents,
  defineStack,
  type Stack,
  type StackDefinition,
  type StackObject,
  type StackResource,
  type StackScope,
} from './stack.ts'
export { type Effect, type ProtocolMapping, protocolFromNeeds, type StackProtocol } from './stack-protocol.ts'
export { type StackStatus, stackStatus } from './status.ts'
export { decideUpgrade, type Health, type UpgradeDecision, type UpgradeSituation } from './upgrade/upgrade-machine.ts'
export type { SkewRule, StackVersion, UpgradeStep } from './upgrade/stack-version.ts'
