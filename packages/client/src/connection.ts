/** Connections: the parts of a configuration, logins, kubeconfigs of other clients. */
export {
  type BasicLogin,
  type ClientCertificate,
  connectionErrors,
  type ExecPlugin,
  type FromFile,
  fromKubeConfig,
  type Impersonation,
  type KubeConfigLike,
  type LoadConfigOptions,
  type OidcLogin,
  type OidcTokens,
  SecretText,
  type Sensitive,
  type TokenFromFile,
} from './connection/index.ts'
