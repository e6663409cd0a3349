/** Records Events about an object, shown by `kubectl describe`. */
import type { KubeObject } from '@kubewright/core'

export interface EventRecorder {
  /** Records a Normal event. */
  normal(reason: string, note: string, options?: EventOptions): void
  /** Records a Warning event. */
  warning(reason: string, note: string, options?: EventOptions): void
}

export interface EventOptions {
  /** The action that was taken: `Reconcile`, `Provision`. @default 'Reconcile' */
  readonly action?: string
  /** Another object involved. */
  readonly related?: KubeObject
}
