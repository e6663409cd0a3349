/** Events about an object, for people: `kubectl describe` shows them. */
import type { KubeObject } from '@kubewright/core'

export interface EventRecorder {
  /** Something went as it should. */
  normal(reason: string, note: string, options?: EventOptions): void
  /** Something did not. */
  warning(reason: string, note: string, options?: EventOptions): void
}

export interface EventOptions {
  /** What was being done: `Reconcile`, `Provision`. @default 'Reconcile' */
  readonly action?: string
  /** Another object that is involved. */
  readonly related?: KubeObject
}
