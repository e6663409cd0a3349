/** Records Events about an object, shown by `kubectl describe`. */
import type { KubeObject } from '@kubewright/core'

/** Records Events about the reconciled object, shown by `kubectl describe`. */
export interface EventRecorder {
  /** Records a Normal event. Failure: `KW_CONTROLLER_OPTION` for an unknown option. */
  normal(reason: string, note: string, options?: EventOptions): void
  /** Records a Warning event. Failure: `KW_CONTROLLER_OPTION` for an unknown option. */
  warning(reason: string, note: string, options?: EventOptions): void
}

/** Options of an event recorded by an `EventRecorder`. */
export interface EventOptions {
  /** The action that was taken: `Reconcile`, `Provision`. @default 'Reconcile' */
  readonly action?: string
  /** Another object involved. */
  readonly related?: KubeObject
}
