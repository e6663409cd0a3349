/** Loading, opening and keeping a connection to an API server. */
export { fromKubeConfig, type KubeConfigLike } from './client-node.ts'
export type {
  BasicLogin,
  ClientCertificate,
  ConnectionConfig,
  ConnectionInput,
  ExecPlugin,
  FromFile,
  Impersonation,
  OidcLogin,
  OidcTokens,
  TokenFromFile,
} from './connection-config.ts'
export { defineConnection } from './define-connection.ts'
export { connectionErrors } from './errors.ts'
export { createTransport } from './http-transport.ts'
export { type LoadConfigOptions, loadConfig } from './load-config.ts'
export { SecretText, type Sensitive } from './secret-text.ts'
export type { TransportOptions } from './transport-options.ts'
