/**
 * Fields that an API server returns as `null` instead of omitting them, by definition. The schemas do not contain this: it
 * follows from the Go type of a field. A time held by value is never empty to the encoder, and neither is a list, a map or a
 * pointer without `omitempty`, so an unset one is encoded as `null`.
 *
 * Read from the `json` tags of the types of Kubernetes 1.36. Required fields are left out: the server rejects them unset, the
 * one exception being the drivers of a CSINode.
 */
export const nullableFields: Readonly<Record<string, readonly string[]>> = {
  'apiextensions/v1.CustomResourceDefinitionCondition': ['lastTransitionTime'],
  'apiextensions/v1.CustomResourceDefinitionStatus': ['conditions', 'storedVersions'],
  'apiregistration/v1.APIServiceCondition': ['lastTransitionTime'],
  'apps/v1.DaemonSetCondition': ['lastTransitionTime'],
  'apps/v1.DeploymentCondition': ['lastTransitionTime', 'lastUpdateTime'],
  'apps/v1.ReplicaSetCondition': ['lastTransitionTime'],
  'apps/v1.StatefulSetCondition': ['lastTransitionTime'],
  'authentication/v1.TokenRequestSpec': ['audiences', 'boundObjectRef', 'expirationSeconds'],
  'authentication/v1.TokenRequestStatus': ['expirationTimestamp'],
  'autoscaling/v2.HorizontalPodAutoscalerCondition': ['lastTransitionTime'],
  'autoscaling/v2.HorizontalPodAutoscalerStatus': ['currentMetrics'],
  'batch/v1.JobCondition': ['lastProbeTime', 'lastTransitionTime'],
  'certificates/v1.CertificateSigningRequestCondition': ['lastTransitionTime', 'lastUpdateTime'],
  'core/v1.AzureFilePersistentVolumeSource': ['secretNamespace'],
  'core/v1.ContainerImage': ['names'],
  'core/v1.ContainerStateRunning': ['startedAt'],
  'core/v1.ContainerStateTerminated': ['finishedAt', 'startedAt'],
  'core/v1.Event': ['eventTime', 'firstTimestamp', 'lastTimestamp'],
  'core/v1.EventSeries': ['lastObservedTime'],
  'core/v1.GRPCAction': ['service'],
  'core/v1.NamespaceCondition': ['lastTransitionTime'],
  'core/v1.NodeCondition': ['lastHeartbeatTime', 'lastTransitionTime'],
  'core/v1.PersistentVolumeClaimCondition': ['lastProbeTime', 'lastTransitionTime'],
  'core/v1.PodCondition': ['lastProbeTime', 'lastTransitionTime'],
  'core/v1.ProjectedVolumeSource': ['sources'],
  'core/v1.ReplicationControllerCondition': ['lastTransitionTime'],
  'core/v1.TypedLocalObjectReference': ['apiGroup'],
  'core/v1.TypedObjectReference': ['apiGroup'],
  'discovery/v1.EndpointSlice': ['endpoints', 'ports'],
  'events/v1.Event': ['deprecatedFirstTimestamp', 'deprecatedLastTimestamp'],
  'flowcontrol/v1.FlowSchemaCondition': ['lastTransitionTime'],
  'flowcontrol/v1.LimitedPriorityLevelConfiguration': ['nominalConcurrencyShares'],
  'flowcontrol/v1.PriorityLevelConfigurationCondition': ['lastTransitionTime'],
  'flowcontrol/v1.ResourcePolicyRule': ['namespaces'],
  'networking/v1.IngressClassParametersReference': ['scope'],
  'rbac/v1.ClusterRole': ['rules'],
  'rbac/v1.Role': ['rules'],
  'resource/v1.AllocatedDeviceStatus': ['conditions'],
  'resource/v1.CapacityRequestPolicy': ['default'],
  'resource/v1.DeviceClaim': ['requests'],
  'storage/v1.CSINodeDriver': ['topologyKeys'],
  'storage/v1.CSINodeSpec': ['drivers'],
  'storage/v1.VolumeError': ['time'],
}
