/** Names that the simulation stores in a cluster. They are those of the Kubernetes controllers that it replaces. */

/** Describes the purpose of the CA certificates in a namespace. */
export const rootCertificatesAnnotation = 'kubernetes.io/description'

/** The cost of deleting a pod: among similar pods, those with a lower cost are deleted first. */
export const deletionCostAnnotation = 'controller.kubernetes.io/pod-deletion-cost'

/** `true` on a node whose kubelet is simulated. Set it on a node of your own to have it simulated. */
export const simulatedAnnotation = 'simulation.kubewright.dev/node'

/** On a lost node: its lease is not renewed, and its pods stay as they are. */
export const lostAnnotation = 'simulation.kubewright.dev/lost'

/**
 * On a pod: the behaviour of its containers. One word for all of them (`crashes`), or one for each: `web=crashes,proxy=runs`. See
 * `ContainerBehaviour` for the words.
 */
export const behaviourAnnotation = 'simulation.kubewright.dev/behaviour'

/** On a pod: how long its containers take to start, as `5s`. */
export const startDelayAnnotation = 'simulation.kubewright.dev/start-delay'

/** On a pod: how long its containers take to stop on request, as `5s`. */
export const stopDelayAnnotation = 'simulation.kubewright.dev/stop-delay'

/** On a pod: how long containers that exit by themselves run before that, as `30s`. */
export const runTimeAnnotation = 'simulation.kubewright.dev/run-time'

/** On ReplicaSets of a Deployment and in their selectors: identifies the pod template. */
export const templateHashLabel = 'pod-template-hash'

/** The revision of a Deployment's template. */
export const revisionAnnotation = 'deployment.kubernetes.io/revision'
/** Earlier revisions of a ReplicaSet that was reused by a rollback. */
export const revisionHistoryAnnotation = 'deployment.kubernetes.io/revision-history'
/** The desired and the maximum replicas of the Deployment when the ReplicaSet was last scaled. */
export const desiredReplicasAnnotation = 'deployment.kubernetes.io/desired-replicas'
export const maxReplicasAnnotation = 'deployment.kubernetes.io/max-replicas'

/** The manager of `Endpoints` and EndpointSlices. */
export const endpointsManagedByLabel = 'endpoints.kubernetes.io/managed-by'
export const sliceManagedByLabel = 'endpointslice.kubernetes.io/managed-by'
export const sliceManager = 'endpointslice-controller.k8s.io'
/** The service of an EndpointSlice. */
export const serviceNameLabel = 'kubernetes.io/service-name'
/** On endpoints of headless services. */
export const headlessLabel = 'service.kubernetes.io/headless'
/** On `Endpoints` that are truncated. */
export const overCapacityAnnotation = 'endpoints.kubernetes.io/over-capacity'
/** The zone of a node. */
export const zoneLabel = 'topology.kubernetes.io/zone'

/** The revision of a pod: its name for StatefulSets, its hash for DaemonSets. */
export const revisionHashLabel = 'controller-revision-hash'
/** The hash of a StatefulSet's revision. */
export const hashLabel = 'controller.kubernetes.io/hash'
/** The name and the ordinal of a pod of a StatefulSet. */
export const podNameLabel = 'statefulset.kubernetes.io/pod-name'
export const podIndexLabel = 'apps.kubernetes.io/pod-index'
/** The number of template changes of a DaemonSet, from before there were revisions. */
export const templateGenerationAnnotation = 'deprecated.daemonset.template.generation'
export const templateGenerationLabel = 'pod-template-generation'

/** Keeps a pod of a Job until it has been counted. */
export const trackingFinalizer = 'batch.kubernetes.io/job-tracking'
/** The index of a pod of an indexed Job: an annotation and a label. */
export const completionIndexAnnotation = 'batch.kubernetes.io/job-completion-index'

/** The number of earlier failures of the pod's index, in a Job with `backoffLimitPerIndex`. */
export const indexFailureCountAnnotation = 'batch.kubernetes.io/job-index-failure-count'

/** When a Job was due, in the time zone of its CronJob. */
export const scheduledTimeAnnotation = 'batch.kubernetes.io/cronjob-scheduled-timestamp'

/** Protect claims that pods use, and volumes that are bound to claims. */
export const claimProtectionFinalizer = 'kubernetes.io/pvc-protection'
export const volumeProtectionFinalizer = 'kubernetes.io/pv-protection'
/** On claims that the controller has bound to a volume. */
export const bindCompletedAnnotation = 'pv.kubernetes.io/bind-completed'
export const boundByControllerAnnotation = 'pv.kubernetes.io/bound-by-controller'
/** The provisioner of a volume. */
export const provisionedByAnnotation = 'pv.kubernetes.io/provisioned-by'
/** On the default storage class. */
export const defaultClassAnnotation = 'storageclass.kubernetes.io/is-default-class'
/** The provisioner of the simulation's volumes: directories, if containers run as processes. */
export const directoryProvisioner = 'simulation.kubewright.dev/directories'
