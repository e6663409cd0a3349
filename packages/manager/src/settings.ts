/** The manager's settings: options, flags and environment variables. */
export { abortGraceMs } from './abort-grace.ts'
export type { ManagerFlagsOptions } from './manager-flags.ts'
export { managerFields } from './manager-form.ts'
export type { FollowedKind, ManagerCacheOptions, ServeOptions } from './manager-options.ts'
export {
  managerSettings,
  type ManagerSettings,
  type MetricsAccess,
  type PermissionPolicy,
  type Setting,
} from './settings-table.ts'
export type { WebhookHost, WebhookServerLike } from './webhook-server.ts'
