/** Names that the simulation stores in a cluster. They are those of Kubernetes' own controllers, whose place it takes. */

/** Why a namespace has certificates, for people. */
export const rootCertificatesAnnotation = 'kubernetes.io/description'

/** What it costs to remove a pod: of pods that are alike, those with a lower number go first. */
export const deletionCostAnnotation = 'controller.kubernetes.io/pod-deletion-cost'

/** `true` on a node whose kubelet the simulation plays. Put it on a node of your own to have it simulated. */
export const simulatedAnnotation = 'simulation.kubewright.dev/node'

/** On a node that nothing is heard of any more: its lease is not renewed, and its pods stay as they are. */
export const lostAnnotation = 'simulation.kubewright.dev/lost'

/**
 * On a pod: what its containers do. One word for all of them (`crashes`), or one for each: `web=crashes,proxy=runs`.
 * See `ContainerBehaviour` for the words.
 */
export const behaviourAnnotation = 'simulation.kubewright.dev/behaviour'

/** On a pod: how long its containers take to start, as `5s`. */
export const startDelayAnnotation = 'simulation.kubewright.dev/start-delay'

/** On a pod: how long its containers take to stop when they are asked to, as `5s`. */
export const stopDelayAnnotation = 'simulation.kubewright.dev/stop-delay'

/** On a pod: how long containers that end by themselves run before they do, as `30s`. */
export const runTimeAnnotation = 'simulation.kubewright.dev/run-time'

/** On replica sets of a deployment, and in the selectors of those: which template their pods are of. */
export const templateHashLabel = 'pod-template-hash'

/** Which of the successive templates of a deployment it is. */
export const revisionAnnotation = 'deployment.kubernetes.io/revision'
/** Which ones a replica set was before it was taken up again. */
export const revisionHistoryAnnotation = 'deployment.kubernetes.io/revision-history'
/** How many pods the deployment was to have, and might have, when the replica set was last scaled. */
export const desiredReplicasAnnotation = 'deployment.kubernetes.io/desired-replicas'
export const maxReplicasAnnotation = 'deployment.kubernetes.io/max-replicas'

/** Who keeps `Endpoints` and endpoint slices. */
export const endpointsManagedByLabel = 'endpoints.kubernetes.io/managed-by'
export const sliceManagedByLabel = 'endpointslice.kubernetes.io/managed-by'
export const sliceManager = 'endpointslice-controller.k8s.io'
/** Which service an endpoint slice belongs to. */
export const serviceNameLabel = 'kubernetes.io/service-name'
/** On endpoints of services that have no address of their own. */
export const headlessLabel = 'service.kubernetes.io/headless'
/** On `Endpoints` that cannot hold all there are. */
export const overCapacityAnnotation = 'endpoints.kubernetes.io/over-capacity'
/** Where a node is. */
export const zoneLabel = 'topology.kubernetes.io/zone'

/** Which revision a pod is of: of stateful sets its name, of daemon sets its hash. */
export const revisionHashLabel = 'controller-revision-hash'
/** The hash of a stateful set's revision. */
export const hashLabel = 'controller.kubernetes.io/hash'
/** The name and the number of a pod of a stateful set. */
export const podNameLabel = 'statefulset.kubernetes.io/pod-name'
export const podIndexLabel = 'apps.kubernetes.io/pod-index'
/** How often the template of a daemon set was changed, as it was counted before there were revisions. */
export const templateGenerationAnnotation = 'deprecated.daemonset.template.generation'
export const templateGenerationLabel = 'pod-template-generation'

/** Keeps a pod of a job until it has been counted. */
export const trackingFinalizer = 'batch.kubernetes.io/job-tracking'
/** The number of a pod of a job whose pods have some: an annotation and a label. */
export const completionIndexAnnotation = 'batch.kubernetes.io/job-completion-index'

/** Of a job that limits the failures of each number: how often that of the pod had failed before. */
export const indexFailureCountAnnotation = 'batch.kubernetes.io/job-index-failure-count'

/** When a job was due, in the time zone of its cron job. */
export const scheduledTimeAnnotation = 'batch.kubernetes.io/cronjob-scheduled-timestamp'

/** Keep claims that pods use, and volumes that claims have. */
export const claimProtectionFinalizer = 'kubernetes.io/pvc-protection'
export const volumeProtectionFinalizer = 'kubernetes.io/pv-protection'
/** On claims that have a volume, found by the controller. */
export const bindCompletedAnnotation = 'pv.kubernetes.io/bind-completed'
export const boundByControllerAnnotation = 'pv.kubernetes.io/bound-by-controller'
/** Who made a volume. */
export const provisionedByAnnotation = 'pv.kubernetes.io/provisioned-by'
/** On the class of storage that claims get which name none. */
export const defaultClassAnnotation = 'storageclass.kubernetes.io/is-default-class'
/** Who makes volumes here: directories, if programs use them. */
export const directoryProvisioner = 'simulation.kubewright.dev/directories'
