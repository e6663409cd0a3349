/** `kubewright peer revoke`: removes the namespace and the permissions of another cluster. */
import { revokePeer } from '@kubewright/replication'
import type { ExitCode } from '../command/exit-code.ts'
import { withProgress } from '../terminal/progress.ts'
import { originOf, type PeerTask } from './peer-task.ts'

export async function revokeOther(task: PeerTask): Promise<ExitCode> {
  const { input, terminal, client } = task
  const origin = await originOf(task)
  const { signal } = terminal
  const deletesReplicas = input.options['delete-replicas']
  const wasThere = await withProgress(terminal, 'deleting its namespace', () =>
    revokePeer({ client, origin, deletesReplicas, signal }),
  )
  if (input.isJson) terminal.stdout.write(`${JSON.stringify({ origin, wasThere })}\n`)
  else
    terminal.stdout.write(
      wasThere ? `✓ cluster ${origin} no longer has access\n` : `✓ cluster ${origin} had no access\n`,
    )
  return 0
}
