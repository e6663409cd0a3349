/** Types of the parts of a component and of a stack. */
export type { CascadeOptions } from './component.ts'
export type {
  AccessMode,
  ContainerSettings,
  Env,
  EnvValue,
  Exposure,
  FileConfig,
  Probes,
  Storage,
  Texts,
} from './settings.ts'
export type { CheckedComponents, StackResource, StackScope } from './stack.ts'
