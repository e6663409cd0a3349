/** Names stored in clusters and repositories. They must never change. */

export const backupGroup = 'backup.kubewright.dev'

/** On a pod: the name of the BackupPlan in its namespace that backs up its volumes. */
export const planLabel = 'backup.kubewright.dev/plan'

/** The container that the admission adds to pods with the label. */
export const agentContainer = 'backup-agent'

/** The agent's port, at the pod's address. */
export const agentPort = 8790

/** The keys of a plan's Secret, which are also the agent's variables. */
export const secretKeys = ['RESTIC_PASSWORD', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AGENT_TOKEN'] as const

/** The volume for temporary files of the agent, and its mount path. */
export const [temporaryVolume, temporaryPath] = ['backup-agent-tmp', '/tmp'] as const

/** Prefix of environment variables that the agent passes to its hooks, without the prefix. */
export const hookPrefix = 'HOOK_'

/** The directory below which the agent mounts the volumes. */
export const volumeRoot = '/backup'
