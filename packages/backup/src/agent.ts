/** The agent beside a workload that backs up and restores its volumes with restic. */
export { type AgentEnvironment, type RunningAgent, startBackupAgent } from './agent/backup-agent.ts'
