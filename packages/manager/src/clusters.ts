/** Several clusters in one manager: providers, connections, states. */
export { clusterIdentityAnnotation } from './clusters/cluster-identity.ts'
export type { ClusterProviderHost, ProvidedClusters } from './clusters/cluster-provider.ts'
export { type FromSecretsOptions, identityNamespaceAnnotation } from './clusters/from-secrets.ts'
export type {
  AddedCluster,
  ClusterConnection,
  ClusterOptions,
  ClusterPhase,
  ClusterState,
  ConnectionSource,
  ManagerClusters,
} from './clusters/manager-clusters.ts'
