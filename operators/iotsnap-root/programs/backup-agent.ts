/** The entry point of the backup agent's image. */
import { startBackupAgent } from '@kubewright/backup/agent'
import { addressOf } from '../services/host-lookup.ts'

try {
  const agent = await startBackupAgent({ addressOf, restic: process.env['RESTIC_PROGRAM'] ?? 'restic' })
  console.log(`the backup agent listens on ${agent.url}`)
  process.once('SIGTERM', () => process.exit(0))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
