/** Every error of backups. */
import { defineErrors } from '@kubewright/core/errors'

/** Factory and registry of the errors of this package, `KW_BACKUP_…`. */
export const backupErrors = defineErrors({
  KW_BACKUP_AGENT: {
    summary: 'A request to the backup agent of a pod failed.',
    cause: 'The agent does not respond, rejects the token, or returned the error that the message quotes.',
    remedy:
      'Check the agent: `kubectl logs POD -c backup-agent`. The Secret of the plan must have the keys AGENT_TOKEN, RESTIC_PASSWORD, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  },
  KW_BACKUP_FAILED: {
    summary: 'A backup, or its verification, failed.',
    cause: 'restic could not reach, read or write the repository. The message quotes the last line it printed.',
    remedy:
      'Correct spec.repository of the BackupPlan or its Secret, or repair the repository with restic. The backup is tried again.',
  },
})
