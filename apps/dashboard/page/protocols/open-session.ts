/** The only session of the tab, and its workers. */
import { useSubscribedValue } from '../subscribed-value.ts'
import { exampleTopology } from './example-topology.ts'
import { ProtocolSession } from './protocol-session.ts'
import { WorkerLink } from './worker-link.ts'

const textKey = 'kubewright-dashboard-protocol'

/** For interactive requests. */
export const quickWorker = new WorkerLink()
/** For searches, which may use their whole time limit. */
export const searchWorker = new WorkerLink()

const session = new ProtocolSession(
  quickWorker,
  {
    read: () => sessionStorage.getItem(textKey) ?? undefined,
    write: (text) => sessionStorage.setItem(textKey, text),
  },
  exampleTopology,
)

/** Renders again whenever the session changes. */
export function useSession(): ProtocolSession {
  useSubscribedValue(
    () => session.version,
    (changed) => session.subscribe(changed),
    [],
  )
  return session
}
