/** The one session of the tab, and the workers it asks. */
import { useEffect, useState } from 'preact/hooks'
import { exampleTopology } from './example-topology.ts'
import { ProtocolSession } from './protocol-session.ts'
import { WorkerLink } from './worker-link.ts'

const textKey = 'kubewright-dashboard-protocol'

/** For what is asked while somebody types or clicks. */
export const quickWorker = new WorkerLink()
/** For searches, which may take as long as they are given. */
export const searchWorker = new WorkerLink()

const session = new ProtocolSession(
  quickWorker,
  {
    read: () => sessionStorage.getItem(textKey) ?? undefined,
    write: (text) => sessionStorage.setItem(textKey, text),
  },
  exampleTopology,
)

/** Shows the part anew whenever the session has changed. */
export function useSession(): ProtocolSession {
  const [, show] = useState(session.version)
  useEffect(() => session.subscribe(() => show(session.version)), [])
  return session
}
