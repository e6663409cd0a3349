/** Names that are stored in clusters and repositories. Never change them. */

export const backupGroup = 'backup.kubewright.dev'

/** On a pod: the name of the BackupPlan in its namespace that backs up its volumes. */
export const planLabel = 'backup.kubewright.dev/plan'

/** The container that the admission adds to pods with the label. */
export const agentContainer = 'backup-agent'

/** Where the agent listens, at the address of its pod. */
export const agentPort = 8790

/** Below which directory the agent sees the volumes. */
export const volumeRoot = '/backup'
