/** The rollout state of a website's webserver, from its Deployment. Pure. */
import { type Deployment, no, yes } from 'kubewright'

/** Limits messages from other components: a status with a longer one is rejected as a whole. */
export const longestMessage = 1_024

export interface Rollout {
  readonly phase: 'Ready' | 'Pending'
  /** The website's condition `Ready`. */
  readonly ready: ReturnType<typeof yes>
}

/** Ready once the current generation is observed, available and fully rolled out: until then some requests get the old page. */
export function rolloutOf({ metadata, status }: Deployment): Rollout {
  const conditionOf = (name: string) => status?.conditions?.find(({ type }) => type === name)
  const [available, progressing] = [conditionOf('Available'), conditionOf('Progressing')]
  const isObserved = (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0)
  const isReplaced = progressing?.status === 'True' && progressing.reason === 'NewReplicaSetAvailable'
  if (!isObserved) return pending('RollingOut', 'the change of the webserver has not been noticed yet')
  if (available?.status !== 'True') return pending('ServerUnavailable', messageOf(available, 'no webserver runs yet'))
  if (!isReplaced) return pending('RollingOut', messageOf(progressing, 'webservers are being replaced'))
  return { phase: 'Ready', ready: yes('Serving', 'its webserver shows it as it should be') }
}

function messageOf(condition: { readonly message?: string | undefined } | undefined, otherwise: string): string {
  return (condition?.message ?? otherwise).slice(0, longestMessage)
}

function pending(reason: string, message: string): Rollout {
  return { phase: 'Pending', ready: no(reason, message) }
}
