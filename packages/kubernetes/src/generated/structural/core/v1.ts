// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { Condition, IntOrString, LabelSelector, MicroTime, ObjectMeta, Quantity, Time } from '../meta/v1.ts'

export const NodeSelectorRequirement: StructuralSchema = {
  type: 'object',
  required: ['key', 'operator'],
  properties: {
    key: { type: 'string' },
    operator: { type: 'string', enum: ['DoesNotExist', 'Exists', 'Gt', 'In', 'Lt', 'NotIn'] },
    values: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const NodeSelectorTerm: StructuralSchema = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    matchExpressions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: NodeSelectorRequirement },
    matchFields: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: NodeSelectorRequirement },
  },
}

export const PreferredSchedulingTerm: StructuralSchema = {
  type: 'object',
  required: ['preference', 'weight'],
  properties: { preference: NodeSelectorTerm, weight: { type: 'integer', format: 'int32' } },
}

export const NodeSelector: StructuralSchema = {
  type: 'object',
  required: ['nodeSelectorTerms'],
  'x-kubernetes-map-type': 'atomic',
  properties: { nodeSelectorTerms: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: NodeSelectorTerm } },
}

export const NodeAffinity: StructuralSchema = {
  type: 'object',
  properties: {
    preferredDuringSchedulingIgnoredDuringExecution: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: PreferredSchedulingTerm,
    },
    requiredDuringSchedulingIgnoredDuringExecution: NodeSelector,
  },
}

export const PodAffinityTerm: StructuralSchema = {
  type: 'object',
  required: ['topologyKey'],
  properties: {
    labelSelector: LabelSelector,
    matchLabelKeys: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    mismatchLabelKeys: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    namespaceSelector: LabelSelector,
    namespaces: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    topologyKey: { type: 'string' },
  },
}

export const WeightedPodAffinityTerm: StructuralSchema = {
  type: 'object',
  required: ['podAffinityTerm', 'weight'],
  properties: { podAffinityTerm: PodAffinityTerm, weight: { type: 'integer', format: 'int32' } },
}

export const PodAffinity: StructuralSchema = {
  type: 'object',
  properties: {
    preferredDuringSchedulingIgnoredDuringExecution: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: WeightedPodAffinityTerm,
    },
    requiredDuringSchedulingIgnoredDuringExecution: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: PodAffinityTerm,
    },
  },
}

export const PodAntiAffinity: StructuralSchema = {
  type: 'object',
  properties: {
    preferredDuringSchedulingIgnoredDuringExecution: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: WeightedPodAffinityTerm,
    },
    requiredDuringSchedulingIgnoredDuringExecution: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: PodAffinityTerm,
    },
  },
}

export const Affinity: StructuralSchema = {
  type: 'object',
  properties: { nodeAffinity: NodeAffinity, podAffinity: PodAffinity, podAntiAffinity: PodAntiAffinity },
}

export const ConfigMapKeySelector: StructuralSchema = {
  type: 'object',
  required: ['key'],
  'x-kubernetes-map-type': 'atomic',
  properties: { key: { type: 'string' }, name: { type: 'string', default: '' }, optional: { type: 'boolean' } },
}

export const ObjectFieldSelector: StructuralSchema = {
  type: 'object',
  required: ['fieldPath'],
  'x-kubernetes-map-type': 'atomic',
  properties: { apiVersion: { type: 'string' }, fieldPath: { type: 'string' } },
}

export const FileKeySelector: StructuralSchema = {
  type: 'object',
  required: ['key', 'path', 'volumeName'],
  'x-kubernetes-map-type': 'atomic',
  properties: {
    key: { type: 'string' },
    optional: { type: 'boolean', default: false },
    path: { type: 'string' },
    volumeName: { type: 'string' },
  },
}

export const ResourceFieldSelector: StructuralSchema = {
  type: 'object',
  required: ['resource'],
  'x-kubernetes-map-type': 'atomic',
  properties: { containerName: { type: 'string' }, divisor: Quantity, resource: { type: 'string' } },
}

export const SecretKeySelector: StructuralSchema = {
  type: 'object',
  required: ['key'],
  'x-kubernetes-map-type': 'atomic',
  properties: { key: { type: 'string' }, name: { type: 'string', default: '' }, optional: { type: 'boolean' } },
}

export const EnvVarSource: StructuralSchema = {
  type: 'object',
  properties: {
    configMapKeyRef: ConfigMapKeySelector,
    fieldRef: ObjectFieldSelector,
    fileKeyRef: FileKeySelector,
    resourceFieldRef: ResourceFieldSelector,
    secretKeyRef: SecretKeySelector,
  },
}

export const EnvVar: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, value: { type: 'string' }, valueFrom: EnvVarSource },
}

export const ConfigMapEnvSource: StructuralSchema = {
  type: 'object',
  properties: { name: { type: 'string', default: '' }, optional: { type: 'boolean' } },
}

export const SecretEnvSource: StructuralSchema = {
  type: 'object',
  properties: { name: { type: 'string', default: '' }, optional: { type: 'boolean' } },
}

export const EnvFromSource: StructuralSchema = {
  type: 'object',
  properties: { configMapRef: ConfigMapEnvSource, prefix: { type: 'string' }, secretRef: SecretEnvSource },
}

export const ExecAction: StructuralSchema = {
  type: 'object',
  properties: { command: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } } },
}

export const HTTPHeader: StructuralSchema = {
  type: 'object',
  required: ['name', 'value'],
  properties: { name: { type: 'string' }, value: { type: 'string' } },
}

export const HTTPGetAction: StructuralSchema = {
  type: 'object',
  required: ['port'],
  properties: {
    host: { type: 'string' },
    httpHeaders: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: HTTPHeader },
    path: { type: 'string' },
    port: IntOrString,
    scheme: { type: 'string', enum: ['HTTP', 'HTTPS'] },
  },
}

export const SleepAction: StructuralSchema = {
  type: 'object',
  required: ['seconds'],
  properties: { seconds: { type: 'integer', format: 'int64' } },
}

export const TCPSocketAction: StructuralSchema = {
  type: 'object',
  required: ['port'],
  properties: { host: { type: 'string' }, port: IntOrString },
}

export const LifecycleHandler: StructuralSchema = {
  type: 'object',
  properties: { exec: ExecAction, httpGet: HTTPGetAction, sleep: SleepAction, tcpSocket: TCPSocketAction },
}

export const Lifecycle: StructuralSchema = {
  type: 'object',
  properties: {
    postStart: LifecycleHandler,
    preStop: LifecycleHandler,
    stopSignal: {
      type: 'string',
      enum: [
        'SIGABRT',
        'SIGALRM',
        'SIGBUS',
        'SIGCHLD',
        'SIGCLD',
        'SIGCONT',
        'SIGFPE',
        'SIGHUP',
        'SIGILL',
        'SIGINT',
        'SIGIO',
        'SIGIOT',
        'SIGKILL',
        'SIGPIPE',
        'SIGPOLL',
        'SIGPROF',
        'SIGPWR',
        'SIGQUIT',
        'SIGRTMAX',
        'SIGRTMAX-1',
        'SIGRTMAX-10',
        'SIGRTMAX-11',
        'SIGRTMAX-12',
        'SIGRTMAX-13',
        'SIGRTMAX-14',
        'SIGRTMAX-2',
        'SIGRTMAX-3',
        'SIGRTMAX-4',
        'SIGRTMAX-5',
        'SIGRTMAX-6',
        'SIGRTMAX-7',
        'SIGRTMAX-8',
        'SIGRTMAX-9',
        'SIGRTMIN',
        'SIGRTMIN+1',
        'SIGRTMIN+10',
        'SIGRTMIN+11',
        'SIGRTMIN+12',
        'SIGRTMIN+13',
        'SIGRTMIN+14',
        'SIGRTMIN+15',
        'SIGRTMIN+2',
        'SIGRTMIN+3',
        'SIGRTMIN+4',
        'SIGRTMIN+5',
        'SIGRTMIN+6',
        'SIGRTMIN+7',
        'SIGRTMIN+8',
        'SIGRTMIN+9',
        'SIGSEGV',
        'SIGSTKFLT',
        'SIGSTOP',
        'SIGSYS',
        'SIGTERM',
        'SIGTRAP',
        'SIGTSTP',
        'SIGTTIN',
        'SIGTTOU',
        'SIGURG',
        'SIGUSR1',
        'SIGUSR2',
        'SIGVTALRM',
        'SIGWINCH',
        'SIGXCPU',
        'SIGXFSZ',
      ],
    },
  },
}

export const GRPCAction: StructuralSchema = {
  type: 'object',
  required: ['port'],
  properties: { port: { type: 'integer', format: 'int32' }, service: { type: 'string', default: '' } },
}

export const Probe: StructuralSchema = {
  type: 'object',
  properties: {
    exec: ExecAction,
    failureThreshold: { type: 'integer', format: 'int32' },
    grpc: GRPCAction,
    httpGet: HTTPGetAction,
    initialDelaySeconds: { type: 'integer', format: 'int32' },
    periodSeconds: { type: 'integer', format: 'int32' },
    successThreshold: { type: 'integer', format: 'int32' },
    tcpSocket: TCPSocketAction,
    terminationGracePeriodSeconds: { type: 'integer', format: 'int64' },
    timeoutSeconds: { type: 'integer', format: 'int32' },
  },
}

export const ContainerPort: StructuralSchema = {
  type: 'object',
  required: ['containerPort'],
  properties: {
    containerPort: { type: 'integer', format: 'int32' },
    hostIP: { type: 'string' },
    hostPort: { type: 'integer', format: 'int32' },
    name: { type: 'string' },
    protocol: { type: 'string', enum: ['SCTP', 'TCP', 'UDP'], default: 'TCP' },
  },
}

export const ContainerResizePolicy: StructuralSchema = {
  type: 'object',
  required: ['resourceName', 'restartPolicy'],
  properties: { resourceName: { type: 'string' }, restartPolicy: { type: 'string' } },
}

export const ResourceClaim: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, request: { type: 'string' } },
}

export const ResourceRequirements: StructuralSchema = {
  type: 'object',
  properties: {
    claims: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: ResourceClaim,
    },
    limits: { type: 'object', additionalProperties: Quantity },
    requests: { type: 'object', additionalProperties: Quantity },
  },
}

export const ContainerRestartRuleOnExitCodes: StructuralSchema = {
  type: 'object',
  required: ['operator'],
  properties: {
    operator: { type: 'string' },
    values: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'integer', format: 'int32' } },
  },
}

export const ContainerRestartRule: StructuralSchema = {
  type: 'object',
  required: ['action'],
  properties: { action: { type: 'string' }, exitCodes: ContainerRestartRuleOnExitCodes },
}

export const AppArmorProfile: StructuralSchema = {
  type: 'object',
  required: ['type'],
  properties: {
    localhostProfile: { type: 'string' },
    type: { type: 'string', enum: ['Localhost', 'RuntimeDefault', 'Unconfined'] },
  },
}

export const Capabilities: StructuralSchema = {
  type: 'object',
  properties: {
    add: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    drop: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const SELinuxOptions: StructuralSchema = {
  type: 'object',
  properties: {
    level: { type: 'string' },
    role: { type: 'string' },
    type: { type: 'string' },
    user: { type: 'string' },
  },
}

export const SeccompProfile: StructuralSchema = {
  type: 'object',
  required: ['type'],
  properties: {
    localhostProfile: { type: 'string' },
    type: { type: 'string', enum: ['Localhost', 'RuntimeDefault', 'Unconfined'] },
  },
}

export const WindowsSecurityContextOptions: StructuralSchema = {
  type: 'object',
  properties: {
    gmsaCredentialSpec: { type: 'string' },
    gmsaCredentialSpecName: { type: 'string' },
    hostProcess: { type: 'boolean' },
    runAsUserName: { type: 'string' },
  },
}

export const SecurityContext: StructuralSchema = {
  type: 'object',
  properties: {
    allowPrivilegeEscalation: { type: 'boolean' },
    appArmorProfile: AppArmorProfile,
    capabilities: Capabilities,
    privileged: { type: 'boolean' },
    procMount: { type: 'string', enum: ['Default', 'Unmasked'] },
    readOnlyRootFilesystem: { type: 'boolean' },
    runAsGroup: { type: 'integer', format: 'int64' },
    runAsNonRoot: { type: 'boolean' },
    runAsUser: { type: 'integer', format: 'int64' },
    seLinuxOptions: SELinuxOptions,
    seccompProfile: SeccompProfile,
    windowsOptions: WindowsSecurityContextOptions,
  },
}

export const VolumeDevice: StructuralSchema = {
  type: 'object',
  required: ['devicePath', 'name'],
  properties: { devicePath: { type: 'string' }, name: { type: 'string' } },
}

export const VolumeMount: StructuralSchema = {
  type: 'object',
  required: ['mountPath', 'name'],
  properties: {
    mountPath: { type: 'string' },
    mountPropagation: { type: 'string', enum: ['Bidirectional', 'HostToContainer', 'None'] },
    name: { type: 'string' },
    readOnly: { type: 'boolean' },
    recursiveReadOnly: { type: 'string' },
    subPath: { type: 'string' },
    subPathExpr: { type: 'string' },
  },
}

export const Container: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    args: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    command: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    env: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], items: EnvVar },
    envFrom: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: EnvFromSource },
    image: { type: 'string' },
    imagePullPolicy: { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] },
    lifecycle: Lifecycle,
    livenessProbe: Probe,
    name: { type: 'string' },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['containerPort', 'protocol'],
      items: ContainerPort,
    },
    readinessProbe: Probe,
    resizePolicy: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ContainerResizePolicy },
    resources: ResourceRequirements,
    restartPolicy: { type: 'string' },
    restartPolicyRules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ContainerRestartRule },
    securityContext: SecurityContext,
    startupProbe: Probe,
    stdin: { type: 'boolean' },
    stdinOnce: { type: 'boolean' },
    terminationMessagePath: { type: 'string' },
    terminationMessagePolicy: { type: 'string', enum: ['FallbackToLogsOnError', 'File'] },
    tty: { type: 'boolean' },
    volumeDevices: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['devicePath'],
      items: VolumeDevice,
    },
    volumeMounts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['mountPath'],
      items: VolumeMount,
    },
    workingDir: { type: 'string' },
  },
}

export const PodDNSConfigOption: StructuralSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, value: { type: 'string' } },
}

export const PodDNSConfig: StructuralSchema = {
  type: 'object',
  properties: {
    nameservers: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    options: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: PodDNSConfigOption },
    searches: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const EphemeralContainer: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    args: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    command: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    env: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], items: EnvVar },
    envFrom: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: EnvFromSource },
    image: { type: 'string' },
    imagePullPolicy: { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] },
    lifecycle: Lifecycle,
    livenessProbe: Probe,
    name: { type: 'string' },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['containerPort', 'protocol'],
      items: ContainerPort,
    },
    readinessProbe: Probe,
    resizePolicy: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ContainerResizePolicy },
    resources: ResourceRequirements,
    restartPolicy: { type: 'string' },
    restartPolicyRules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ContainerRestartRule },
    securityContext: SecurityContext,
    startupProbe: Probe,
    stdin: { type: 'boolean' },
    stdinOnce: { type: 'boolean' },
    targetContainerName: { type: 'string' },
    terminationMessagePath: { type: 'string' },
    terminationMessagePolicy: { type: 'string', enum: ['FallbackToLogsOnError', 'File'] },
    tty: { type: 'boolean' },
    volumeDevices: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['devicePath'],
      items: VolumeDevice,
    },
    volumeMounts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['mountPath'],
      items: VolumeMount,
    },
    workingDir: { type: 'string' },
  },
}

export const HostAlias: StructuralSchema = {
  type: 'object',
  required: ['ip'],
  properties: {
    hostnames: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    ip: { type: 'string' },
  },
}

export const LocalObjectReference: StructuralSchema = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: { name: { type: 'string', default: '' } },
}

export const PodOS: StructuralSchema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }

export const PodReadinessGate: StructuralSchema = {
  type: 'object',
  required: ['conditionType'],
  properties: { conditionType: { type: 'string' } },
}

export const PodResourceClaim: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    resourceClaimName: { type: 'string' },
    resourceClaimTemplateName: { type: 'string' },
  },
}

export const PodSchedulingGate: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
}

export const PodSchedulingGroup: StructuralSchema = { type: 'object', properties: { podGroupName: { type: 'string' } } }

export const Sysctl: StructuralSchema = {
  type: 'object',
  required: ['name', 'value'],
  properties: { name: { type: 'string' }, value: { type: 'string' } },
}

export const PodSecurityContext: StructuralSchema = {
  type: 'object',
  properties: {
    appArmorProfile: AppArmorProfile,
    fsGroup: { type: 'integer', format: 'int64' },
    fsGroupChangePolicy: { type: 'string', enum: ['Always', 'OnRootMismatch'] },
    runAsGroup: { type: 'integer', format: 'int64' },
    runAsNonRoot: { type: 'boolean' },
    runAsUser: { type: 'integer', format: 'int64' },
    seLinuxChangePolicy: { type: 'string' },
    seLinuxOptions: SELinuxOptions,
    seccompProfile: SeccompProfile,
    supplementalGroups: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: { type: 'integer', format: 'int64' },
    },
    supplementalGroupsPolicy: { type: 'string', enum: ['Merge', 'Strict'] },
    sysctls: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: Sysctl },
    windowsOptions: WindowsSecurityContextOptions,
  },
}

export const Toleration: StructuralSchema = {
  type: 'object',
  properties: {
    effect: { type: 'string', enum: ['NoExecute', 'NoSchedule', 'PreferNoSchedule'] },
    key: { type: 'string' },
    operator: { type: 'string', enum: ['Equal', 'Exists', 'Gt', 'Lt'] },
    tolerationSeconds: { type: 'integer', format: 'int64' },
    value: { type: 'string' },
  },
}

export const TopologySpreadConstraint: StructuralSchema = {
  type: 'object',
  required: ['maxSkew', 'topologyKey', 'whenUnsatisfiable'],
  properties: {
    labelSelector: LabelSelector,
    matchLabelKeys: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    maxSkew: { type: 'integer', format: 'int32' },
    minDomains: { type: 'integer', format: 'int32' },
    nodeAffinityPolicy: { type: 'string', enum: ['Honor', 'Ignore'] },
    nodeTaintsPolicy: { type: 'string', enum: ['Honor', 'Ignore'] },
    topologyKey: { type: 'string' },
    whenUnsatisfiable: { type: 'string', enum: ['DoNotSchedule', 'ScheduleAnyway'] },
  },
}

export const AWSElasticBlockStoreVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['volumeID'],
  properties: {
    fsType: { type: 'string' },
    partition: { type: 'integer', format: 'int32' },
    readOnly: { type: 'boolean' },
    volumeID: { type: 'string' },
  },
}

export const AzureDiskVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['diskName', 'diskURI'],
  properties: {
    cachingMode: { type: 'string', enum: ['None', 'ReadOnly', 'ReadWrite'], default: 'ReadWrite' },
    diskName: { type: 'string' },
    diskURI: { type: 'string' },
    fsType: { type: 'string', default: 'ext4' },
    kind: { type: 'string', enum: ['Dedicated', 'Managed', 'Shared'], default: 'Shared' },
    readOnly: { type: 'boolean', default: false },
  },
}

export const AzureFileVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['secretName', 'shareName'],
  properties: { readOnly: { type: 'boolean' }, secretName: { type: 'string' }, shareName: { type: 'string' } },
}

export const CephFSVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['monitors'],
  properties: {
    monitors: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    path: { type: 'string' },
    readOnly: { type: 'boolean' },
    secretFile: { type: 'string' },
    secretRef: LocalObjectReference,
    user: { type: 'string' },
  },
}

export const CinderVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['volumeID'],
  properties: {
    fsType: { type: 'string' },
    readOnly: { type: 'boolean' },
    secretRef: LocalObjectReference,
    volumeID: { type: 'string' },
  },
}

export const KeyToPath: StructuralSchema = {
  type: 'object',
  required: ['key', 'path'],
  properties: { key: { type: 'string' }, mode: { type: 'integer', format: 'int32' }, path: { type: 'string' } },
}

export const ConfigMapVolumeSource: StructuralSchema = {
  type: 'object',
  properties: {
    defaultMode: { type: 'integer', format: 'int32' },
    items: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: KeyToPath },
    name: { type: 'string', default: '' },
    optional: { type: 'boolean' },
  },
}

export const CSIVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['driver'],
  properties: {
    driver: { type: 'string' },
    fsType: { type: 'string' },
    nodePublishSecretRef: LocalObjectReference,
    readOnly: { type: 'boolean' },
    volumeAttributes: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

export const DownwardAPIVolumeFile: StructuralSchema = {
  type: 'object',
  required: ['path'],
  properties: {
    fieldRef: ObjectFieldSelector,
    mode: { type: 'integer', format: 'int32' },
    path: { type: 'string' },
    resourceFieldRef: ResourceFieldSelector,
  },
}

export const DownwardAPIVolumeSource: StructuralSchema = {
  type: 'object',
  properties: {
    defaultMode: { type: 'integer', format: 'int32' },
    items: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DownwardAPIVolumeFile },
  },
}

export const EmptyDirVolumeSource: StructuralSchema = {
  type: 'object',
  properties: { medium: { type: 'string' }, sizeLimit: Quantity },
}

export const TypedLocalObjectReference: StructuralSchema = {
  type: 'object',
  required: ['kind', 'name'],
  'x-kubernetes-map-type': 'atomic',
  properties: { apiGroup: { type: 'string' }, kind: { type: 'string' }, name: { type: 'string' } },
}

export const TypedObjectReference: StructuralSchema = {
  type: 'object',
  required: ['kind', 'name'],
  properties: {
    apiGroup: { type: 'string' },
    kind: { type: 'string' },
    name: { type: 'string' },
    namespace: { type: 'string' },
  },
}

export const VolumeResourceRequirements: StructuralSchema = {
  type: 'object',
  properties: {
    limits: { type: 'object', additionalProperties: Quantity },
    requests: { type: 'object', additionalProperties: Quantity },
  },
}

export const PersistentVolumeClaimSpec: StructuralSchema = {
  type: 'object',
  properties: {
    accessModes: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: { type: 'string', enum: ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'] },
    },
    dataSource: TypedLocalObjectReference,
    dataSourceRef: TypedObjectReference,
    resources: VolumeResourceRequirements,
    selector: LabelSelector,
    storageClassName: { type: 'string' },
    volumeAttributesClassName: { type: 'string' },
    volumeMode: { type: 'string', enum: ['Block', 'Filesystem'] },
    volumeName: { type: 'string' },
  },
}

export const PersistentVolumeClaimTemplate: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: { metadata: ObjectMeta, spec: PersistentVolumeClaimSpec },
}

export const EphemeralVolumeSource: StructuralSchema = {
  type: 'object',
  properties: { volumeClaimTemplate: PersistentVolumeClaimTemplate },
}

export const FCVolumeSource: StructuralSchema = {
  type: 'object',
  properties: {
    fsType: { type: 'string' },
    lun: { type: 'integer', format: 'int32' },
    readOnly: { type: 'boolean' },
    targetWWNs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    wwids: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const FlexVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['driver'],
  properties: {
    driver: { type: 'string' },
    fsType: { type: 'string' },
    options: { type: 'object', additionalProperties: { type: 'string' } },
    readOnly: { type: 'boolean' },
    secretRef: LocalObjectReference,
  },
}

export const FlockerVolumeSource: StructuralSchema = {
  type: 'object',
  properties: { datasetName: { type: 'string' }, datasetUUID: { type: 'string' } },
}

export const GCEPersistentDiskVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['pdName'],
  properties: {
    fsType: { type: 'string' },
    partition: { type: 'integer', format: 'int32' },
    pdName: { type: 'string' },
    readOnly: { type: 'boolean' },
  },
}

export const GitRepoVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['repository'],
  properties: { directory: { type: 'string' }, repository: { type: 'string' }, revision: { type: 'string' } },
}

export const GlusterfsVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['endpoints', 'path'],
  properties: { endpoints: { type: 'string' }, path: { type: 'string' }, readOnly: { type: 'boolean' } },
}

export const HostPathVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['path'],
  properties: {
    path: { type: 'string' },
    type: {
      type: 'string',
      enum: ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'],
    },
  },
}

export const ImageVolumeSource: StructuralSchema = {
  type: 'object',
  properties: {
    pullPolicy: { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] },
    reference: { type: 'string' },
  },
}

export const ISCSIVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['iqn', 'lun', 'targetPortal'],
  properties: {
    chapAuthDiscovery: { type: 'boolean' },
    chapAuthSession: { type: 'boolean' },
    fsType: { type: 'string' },
    initiatorName: { type: 'string' },
    iqn: { type: 'string' },
    iscsiInterface: { type: 'string', default: 'default' },
    lun: { type: 'integer', format: 'int32' },
    portals: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    readOnly: { type: 'boolean' },
    secretRef: LocalObjectReference,
    targetPortal: { type: 'string' },
  },
}

export const NFSVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['path', 'server'],
  properties: { path: { type: 'string' }, readOnly: { type: 'boolean' }, server: { type: 'string' } },
}

export const PersistentVolumeClaimVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['claimName'],
  properties: { claimName: { type: 'string' }, readOnly: { type: 'boolean' } },
}

export const PhotonPersistentDiskVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['pdID'],
  properties: { fsType: { type: 'string' }, pdID: { type: 'string' } },
}

export const PortworxVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['volumeID'],
  properties: { fsType: { type: 'string' }, readOnly: { type: 'boolean' }, volumeID: { type: 'string' } },
}

export const ClusterTrustBundleProjection: StructuralSchema = {
  type: 'object',
  required: ['path'],
  properties: {
    labelSelector: LabelSelector,
    name: { type: 'string' },
    optional: { type: 'boolean' },
    path: { type: 'string' },
    signerName: { type: 'string' },
  },
}

export const ConfigMapProjection: StructuralSchema = {
  type: 'object',
  properties: {
    items: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: KeyToPath },
    name: { type: 'string', default: '' },
    optional: { type: 'boolean' },
  },
}

export const DownwardAPIProjection: StructuralSchema = {
  type: 'object',
  properties: { items: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DownwardAPIVolumeFile } },
}

export const PodCertificateProjection: StructuralSchema = {
  type: 'object',
  required: ['keyType', 'signerName'],
  properties: {
    certificateChainPath: { type: 'string' },
    credentialBundlePath: { type: 'string' },
    keyPath: { type: 'string' },
    keyType: { type: 'string' },
    maxExpirationSeconds: { type: 'integer', format: 'int32' },
    signerName: { type: 'string' },
    userAnnotations: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

export const SecretProjection: StructuralSchema = {
  type: 'object',
  properties: {
    items: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: KeyToPath },
    name: { type: 'string', default: '' },
    optional: { type: 'boolean' },
  },
}

export const ServiceAccountTokenProjection: StructuralSchema = {
  type: 'object',
  required: ['path'],
  properties: {
    audience: { type: 'string' },
    expirationSeconds: { type: 'integer', format: 'int64' },
    path: { type: 'string' },
  },
}

export const VolumeProjection: StructuralSchema = {
  type: 'object',
  properties: {
    clusterTrustBundle: ClusterTrustBundleProjection,
    configMap: ConfigMapProjection,
    downwardAPI: DownwardAPIProjection,
    podCertificate: PodCertificateProjection,
    secret: SecretProjection,
    serviceAccountToken: ServiceAccountTokenProjection,
  },
}

export const ProjectedVolumeSource: StructuralSchema = {
  type: 'object',
  properties: {
    defaultMode: { type: 'integer', format: 'int32' },
    sources: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: VolumeProjection },
  },
}

export const QuobyteVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['registry', 'volume'],
  properties: {
    group: { type: 'string' },
    readOnly: { type: 'boolean' },
    registry: { type: 'string' },
    tenant: { type: 'string' },
    user: { type: 'string' },
    volume: { type: 'string' },
  },
}

export const RBDVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['image', 'monitors'],
  properties: {
    fsType: { type: 'string' },
    image: { type: 'string' },
    keyring: { type: 'string', default: '/etc/ceph/keyring' },
    monitors: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    pool: { type: 'string', default: 'rbd' },
    readOnly: { type: 'boolean' },
    secretRef: LocalObjectReference,
    user: { type: 'string', default: 'admin' },
  },
}

export const ScaleIOVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['gateway', 'secretRef', 'system'],
  properties: {
    fsType: { type: 'string', default: 'xfs' },
    gateway: { type: 'string' },
    protectionDomain: { type: 'string' },
    readOnly: { type: 'boolean' },
    secretRef: LocalObjectReference,
    sslEnabled: { type: 'boolean' },
    storageMode: { type: 'string', default: 'ThinProvisioned' },
    storagePool: { type: 'string' },
    system: { type: 'string' },
    volumeName: { type: 'string' },
  },
}

export const SecretVolumeSource: StructuralSchema = {
  type: 'object',
  properties: {
    defaultMode: { type: 'integer', format: 'int32' },
    items: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: KeyToPath },
    optional: { type: 'boolean' },
    secretName: { type: 'string' },
  },
}

export const StorageOSVolumeSource: StructuralSchema = {
  type: 'object',
  properties: {
    fsType: { type: 'string' },
    readOnly: { type: 'boolean' },
    secretRef: LocalObjectReference,
    volumeName: { type: 'string' },
    volumeNamespace: { type: 'string' },
  },
}

export const VsphereVirtualDiskVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['volumePath'],
  properties: {
    fsType: { type: 'string' },
    storagePolicyID: { type: 'string' },
    storagePolicyName: { type: 'string' },
    volumePath: { type: 'string' },
  },
}

export const Volume: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    awsElasticBlockStore: AWSElasticBlockStoreVolumeSource,
    azureDisk: AzureDiskVolumeSource,
    azureFile: AzureFileVolumeSource,
    cephfs: CephFSVolumeSource,
    cinder: CinderVolumeSource,
    configMap: ConfigMapVolumeSource,
    csi: CSIVolumeSource,
    downwardAPI: DownwardAPIVolumeSource,
    emptyDir: EmptyDirVolumeSource,
    ephemeral: EphemeralVolumeSource,
    fc: FCVolumeSource,
    flexVolume: FlexVolumeSource,
    flocker: FlockerVolumeSource,
    gcePersistentDisk: GCEPersistentDiskVolumeSource,
    gitRepo: GitRepoVolumeSource,
    glusterfs: GlusterfsVolumeSource,
    hostPath: HostPathVolumeSource,
    image: ImageVolumeSource,
    iscsi: ISCSIVolumeSource,
    name: { type: 'string' },
    nfs: NFSVolumeSource,
    persistentVolumeClaim: PersistentVolumeClaimVolumeSource,
    photonPersistentDisk: PhotonPersistentDiskVolumeSource,
    portworxVolume: PortworxVolumeSource,
    projected: ProjectedVolumeSource,
    quobyte: QuobyteVolumeSource,
    rbd: RBDVolumeSource,
    scaleIO: ScaleIOVolumeSource,
    secret: SecretVolumeSource,
    storageos: StorageOSVolumeSource,
    vsphereVolume: VsphereVirtualDiskVolumeSource,
  },
}

export const PodSpec: StructuralSchema = {
  type: 'object',
  required: ['containers'],
  properties: {
    activeDeadlineSeconds: { type: 'integer', format: 'int64' },
    affinity: Affinity,
    automountServiceAccountToken: { type: 'boolean' },
    containers: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: Container,
    },
    dnsConfig: PodDNSConfig,
    dnsPolicy: { type: 'string', enum: ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'] },
    enableServiceLinks: { type: 'boolean' },
    ephemeralContainers: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: EphemeralContainer,
    },
    hostAliases: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['ip'],
      items: HostAlias,
    },
    hostIPC: { type: 'boolean' },
    hostNetwork: { type: 'boolean' },
    hostPID: { type: 'boolean' },
    hostUsers: { type: 'boolean' },
    hostname: { type: 'string' },
    hostnameOverride: { type: 'string' },
    imagePullSecrets: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: LocalObjectReference,
    },
    initContainers: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: Container,
    },
    nodeName: { type: 'string' },
    nodeSelector: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } },
    os: PodOS,
    overhead: { type: 'object', additionalProperties: Quantity },
    preemptionPolicy: { type: 'string', enum: ['Never', 'PreemptLowerPriority'] },
    priority: { type: 'integer', format: 'int32' },
    priorityClassName: { type: 'string' },
    readinessGates: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: PodReadinessGate },
    resourceClaims: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: PodResourceClaim,
    },
    resources: ResourceRequirements,
    restartPolicy: { type: 'string', enum: ['Always', 'Never', 'OnFailure'] },
    runtimeClassName: { type: 'string' },
    schedulerName: { type: 'string' },
    schedulingGates: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: PodSchedulingGate,
    },
    schedulingGroup: PodSchedulingGroup,
    securityContext: PodSecurityContext,
    serviceAccount: { type: 'string' },
    serviceAccountName: { type: 'string' },
    setHostnameAsFQDN: { type: 'boolean' },
    shareProcessNamespace: { type: 'boolean' },
    subdomain: { type: 'string' },
    terminationGracePeriodSeconds: { type: 'integer', format: 'int64' },
    tolerations: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: Toleration },
    topologySpreadConstraints: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['topologyKey', 'whenUnsatisfiable'],
      items: TopologySpreadConstraint,
    },
    volumes: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], items: Volume },
  },
}

export const PodTemplateSpec: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: { metadata: ObjectMeta, spec: PodSpec },
}

export const PersistentVolumeClaimCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    lastProbeTime: Time,
    lastTransitionTime: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const ModifyVolumeStatus: StructuralSchema = {
  type: 'object',
  required: ['status'],
  properties: {
    status: { type: 'string', enum: ['InProgress', 'Infeasible', 'Pending'] },
    targetVolumeAttributesClassName: { type: 'string' },
  },
}

export const PersistentVolumeClaimStatus: StructuralSchema = {
  type: 'object',
  properties: {
    accessModes: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: { type: 'string', enum: ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'] },
    },
    allocatedResourceStatuses: {
      type: 'object',
      'x-kubernetes-map-type': 'granular',
      additionalProperties: {
        type: 'string',
        enum: [
          'ControllerResizeInProgress',
          'ControllerResizeInfeasible',
          'NodeResizeInProgress',
          'NodeResizeInfeasible',
          'NodeResizePending',
        ],
      },
    },
    allocatedResources: { type: 'object', additionalProperties: Quantity },
    capacity: { type: 'object', additionalProperties: Quantity },
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: PersistentVolumeClaimCondition,
    },
    currentVolumeAttributesClassName: { type: 'string' },
    modifyVolumeStatus: ModifyVolumeStatus,
    phase: { type: 'string', enum: ['Bound', 'Lost', 'Pending'] },
  },
}

export const PersistentVolumeClaim: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: PersistentVolumeClaimSpec,
    status: PersistentVolumeClaimStatus,
  },
}

export const ObjectReference: StructuralSchema = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    apiVersion: { type: 'string' },
    fieldPath: { type: 'string' },
    kind: { type: 'string' },
    name: { type: 'string' },
    namespace: { type: 'string' },
    resourceVersion: { type: 'string' },
    uid: { type: 'string' },
  },
}

export const AttachedVolume: StructuralSchema = {
  type: 'object',
  required: ['devicePath', 'name'],
  properties: { devicePath: { type: 'string' }, name: { type: 'string' } },
}

export const AzureFilePersistentVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['secretName', 'shareName'],
  properties: {
    readOnly: { type: 'boolean' },
    secretName: { type: 'string' },
    secretNamespace: { type: 'string' },
    shareName: { type: 'string' },
  },
}

export const Binding: StructuralSchema = {
  type: 'object',
  required: ['target'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    target: ObjectReference,
  },
}

export const SecretReference: StructuralSchema = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: { name: { type: 'string' }, namespace: { type: 'string' } },
}

export const CSIPersistentVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['driver', 'volumeHandle'],
  properties: {
    controllerExpandSecretRef: SecretReference,
    controllerPublishSecretRef: SecretReference,
    driver: { type: 'string' },
    fsType: { type: 'string' },
    nodeExpandSecretRef: SecretReference,
    nodePublishSecretRef: SecretReference,
    nodeStageSecretRef: SecretReference,
    readOnly: { type: 'boolean' },
    volumeAttributes: { type: 'object', additionalProperties: { type: 'string' } },
    volumeHandle: { type: 'string' },
  },
}

export const CephFSPersistentVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['monitors'],
  properties: {
    monitors: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    path: { type: 'string' },
    readOnly: { type: 'boolean' },
    secretFile: { type: 'string' },
    secretRef: SecretReference,
    user: { type: 'string' },
  },
}

export const CinderPersistentVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['volumeID'],
  properties: {
    fsType: { type: 'string' },
    readOnly: { type: 'boolean' },
    secretRef: SecretReference,
    volumeID: { type: 'string' },
  },
}

export const ClientIPConfig: StructuralSchema = {
  type: 'object',
  properties: { timeoutSeconds: { type: 'integer', format: 'int32' } },
}

export const ComponentCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    error: { type: 'string' },
    message: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const ConfigMap: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    binaryData: { type: 'object', additionalProperties: { type: 'string', format: 'byte' } },
    data: { type: 'object', additionalProperties: { type: 'string' } },
    immutable: { type: 'boolean' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
  },
}

export const ConfigMapNodeConfigSource: StructuralSchema = {
  type: 'object',
  required: ['kubeletConfigKey', 'name', 'namespace'],
  properties: {
    kubeletConfigKey: { type: 'string' },
    name: { type: 'string' },
    namespace: { type: 'string' },
    resourceVersion: { type: 'string' },
    uid: { type: 'string' },
  },
}

export const ContainerExtendedResourceRequest: StructuralSchema = {
  type: 'object',
  required: ['containerName', 'requestName', 'resourceName'],
  properties: { containerName: { type: 'string' }, requestName: { type: 'string' }, resourceName: { type: 'string' } },
}

export const ContainerImage: StructuralSchema = {
  type: 'object',
  properties: {
    names: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    sizeBytes: { type: 'integer', format: 'int64' },
  },
}

export const ContainerStateRunning: StructuralSchema = { type: 'object', properties: { startedAt: Time } }

export const ContainerStateTerminated: StructuralSchema = {
  type: 'object',
  required: ['exitCode'],
  properties: {
    containerID: { type: 'string' },
    exitCode: { type: 'integer', format: 'int32' },
    finishedAt: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    signal: { type: 'integer', format: 'int32' },
    startedAt: Time,
  },
}

export const ContainerStateWaiting: StructuralSchema = {
  type: 'object',
  properties: { message: { type: 'string' }, reason: { type: 'string' } },
}

export const ContainerState: StructuralSchema = {
  type: 'object',
  properties: { running: ContainerStateRunning, terminated: ContainerStateTerminated, waiting: ContainerStateWaiting },
}

export const ResourceHealth: StructuralSchema = {
  type: 'object',
  required: ['resourceID'],
  properties: { health: { type: 'string' }, message: { type: 'string' }, resourceID: { type: 'string' } },
}

export const ResourceStatus: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    resources: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['resourceID'],
      items: ResourceHealth,
    },
  },
}

export const LinuxContainerUser: StructuralSchema = {
  type: 'object',
  required: ['gid', 'uid'],
  properties: {
    gid: { type: 'integer', format: 'int64' },
    supplementalGroups: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: { type: 'integer', format: 'int64' },
    },
    uid: { type: 'integer', format: 'int64' },
  },
}

export const ContainerUser: StructuralSchema = { type: 'object', properties: { linux: LinuxContainerUser } }

export const ImageVolumeStatus: StructuralSchema = {
  type: 'object',
  required: ['imageRef'],
  properties: { imageRef: { type: 'string' } },
}

export const VolumeStatus: StructuralSchema = { type: 'object', properties: { image: ImageVolumeStatus } }

export const VolumeMountStatus: StructuralSchema = {
  type: 'object',
  required: ['mountPath', 'name'],
  properties: {
    mountPath: { type: 'string' },
    name: { type: 'string' },
    readOnly: { type: 'boolean' },
    recursiveReadOnly: { type: 'string' },
    volumeStatus: VolumeStatus,
  },
}

export const ContainerStatus: StructuralSchema = {
  type: 'object',
  required: ['image', 'imageID', 'name', 'ready', 'restartCount'],
  properties: {
    allocatedResources: { type: 'object', additionalProperties: Quantity },
    allocatedResourcesStatus: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: ResourceStatus,
    },
    containerID: { type: 'string' },
    image: { type: 'string' },
    imageID: { type: 'string' },
    lastState: ContainerState,
    name: { type: 'string' },
    ready: { type: 'boolean' },
    resources: ResourceRequirements,
    restartCount: { type: 'integer', format: 'int32' },
    started: { type: 'boolean' },
    state: ContainerState,
    stopSignal: {
      type: 'string',
      enum: [
        'SIGABRT',
        'SIGALRM',
        'SIGBUS',
        'SIGCHLD',
        'SIGCLD',
        'SIGCONT',
        'SIGFPE',
        'SIGHUP',
        'SIGILL',
        'SIGINT',
        'SIGIO',
        'SIGIOT',
        'SIGKILL',
        'SIGPIPE',
        'SIGPOLL',
        'SIGPROF',
        'SIGPWR',
        'SIGQUIT',
        'SIGRTMAX',
        'SIGRTMAX-1',
        'SIGRTMAX-10',
        'SIGRTMAX-11',
        'SIGRTMAX-12',
        'SIGRTMAX-13',
        'SIGRTMAX-14',
        'SIGRTMAX-2',
        'SIGRTMAX-3',
        'SIGRTMAX-4',
        'SIGRTMAX-5',
        'SIGRTMAX-6',
        'SIGRTMAX-7',
        'SIGRTMAX-8',
        'SIGRTMAX-9',
        'SIGRTMIN',
        'SIGRTMIN+1',
        'SIGRTMIN+10',
        'SIGRTMIN+11',
        'SIGRTMIN+12',
        'SIGRTMIN+13',
        'SIGRTMIN+14',
        'SIGRTMIN+15',
        'SIGRTMIN+2',
        'SIGRTMIN+3',
        'SIGRTMIN+4',
        'SIGRTMIN+5',
        'SIGRTMIN+6',
        'SIGRTMIN+7',
        'SIGRTMIN+8',
        'SIGRTMIN+9',
        'SIGSEGV',
        'SIGSTKFLT',
        'SIGSTOP',
        'SIGSYS',
        'SIGTERM',
        'SIGTRAP',
        'SIGTSTP',
        'SIGTTIN',
        'SIGTTOU',
        'SIGURG',
        'SIGUSR1',
        'SIGUSR2',
        'SIGVTALRM',
        'SIGWINCH',
        'SIGXCPU',
        'SIGXFSZ',
      ],
    },
    user: ContainerUser,
    volumeMounts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['mountPath'],
      items: VolumeMountStatus,
    },
  },
}

export const DaemonEndpoint: StructuralSchema = {
  type: 'object',
  required: ['Port'],
  properties: { Port: { type: 'integer', format: 'int32' } },
}

export const EndpointAddress: StructuralSchema = {
  type: 'object',
  required: ['ip'],
  'x-kubernetes-map-type': 'atomic',
  properties: {
    hostname: { type: 'string' },
    ip: { type: 'string' },
    nodeName: { type: 'string' },
    targetRef: ObjectReference,
  },
}

export const EndpointPort: StructuralSchema = {
  type: 'object',
  required: ['port'],
  'x-kubernetes-map-type': 'atomic',
  properties: {
    appProtocol: { type: 'string' },
    name: { type: 'string' },
    port: { type: 'integer', format: 'int32' },
    protocol: { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] },
  },
}

export const EndpointSubset: StructuralSchema = {
  type: 'object',
  properties: {
    addresses: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: EndpointAddress },
    notReadyAddresses: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: EndpointAddress },
    ports: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: EndpointPort },
  },
}

export const Endpoints: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    subsets: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: EndpointSubset },
  },
}

export const EventSeries: StructuralSchema = {
  type: 'object',
  properties: { count: { type: 'integer', format: 'int32' }, lastObservedTime: MicroTime },
}

export const EventSource: StructuralSchema = {
  type: 'object',
  properties: { component: { type: 'string' }, host: { type: 'string' } },
}

export const Event: StructuralSchema = {
  type: 'object',
  required: ['involvedObject', 'metadata'],
  properties: {
    action: { type: 'string' },
    apiVersion: { type: 'string' },
    count: { type: 'integer', format: 'int32' },
    eventTime: MicroTime,
    firstTimestamp: Time,
    involvedObject: ObjectReference,
    kind: { type: 'string' },
    lastTimestamp: Time,
    message: { type: 'string' },
    metadata: ObjectMeta,
    reason: { type: 'string' },
    related: ObjectReference,
    reportingComponent: { type: 'string' },
    reportingInstance: { type: 'string' },
    series: EventSeries,
    source: EventSource,
    type: { type: 'string' },
  },
}

export const FlexPersistentVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['driver'],
  properties: {
    driver: { type: 'string' },
    fsType: { type: 'string' },
    options: { type: 'object', additionalProperties: { type: 'string' } },
    readOnly: { type: 'boolean' },
    secretRef: SecretReference,
  },
}

export const GlusterfsPersistentVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['endpoints', 'path'],
  properties: {
    endpoints: { type: 'string' },
    endpointsNamespace: { type: 'string' },
    path: { type: 'string' },
    readOnly: { type: 'boolean' },
  },
}

export const HostIP: StructuralSchema = { type: 'object', required: ['ip'], properties: { ip: { type: 'string' } } }

export const ISCSIPersistentVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['iqn', 'lun', 'targetPortal'],
  properties: {
    chapAuthDiscovery: { type: 'boolean' },
    chapAuthSession: { type: 'boolean' },
    fsType: { type: 'string' },
    initiatorName: { type: 'string' },
    iqn: { type: 'string' },
    iscsiInterface: { type: 'string', default: 'default' },
    lun: { type: 'integer', format: 'int32' },
    portals: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    readOnly: { type: 'boolean' },
    secretRef: SecretReference,
    targetPortal: { type: 'string' },
  },
}

export const LimitRangeItem: StructuralSchema = {
  type: 'object',
  required: ['type'],
  properties: {
    default: { type: 'object', additionalProperties: Quantity },
    defaultRequest: { type: 'object', additionalProperties: Quantity },
    max: { type: 'object', additionalProperties: Quantity },
    maxLimitRequestRatio: { type: 'object', additionalProperties: Quantity },
    min: { type: 'object', additionalProperties: Quantity },
    type: { type: 'string' },
  },
}

export const LimitRangeSpec: StructuralSchema = {
  type: 'object',
  required: ['limits'],
  properties: { limits: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: LimitRangeItem } },
}

export const LimitRange: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: ObjectMeta, spec: LimitRangeSpec },
}

export const PortStatus: StructuralSchema = {
  type: 'object',
  required: ['port', 'protocol'],
  properties: {
    error: { type: 'string' },
    port: { type: 'integer', format: 'int32' },
    protocol: { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] },
  },
}

export const LoadBalancerIngress: StructuralSchema = {
  type: 'object',
  properties: {
    hostname: { type: 'string' },
    ip: { type: 'string' },
    ipMode: { type: 'string' },
    ports: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: PortStatus },
  },
}

export const LoadBalancerStatus: StructuralSchema = {
  type: 'object',
  properties: { ingress: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: LoadBalancerIngress } },
}

export const LocalVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['path'],
  properties: { fsType: { type: 'string' }, path: { type: 'string' } },
}

export const NamespaceSpec: StructuralSchema = {
  type: 'object',
  properties: { finalizers: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } } },
}

export const NamespaceCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    lastTransitionTime: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const NamespaceStatus: StructuralSchema = {
  type: 'object',
  properties: {
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: NamespaceCondition,
    },
    phase: { type: 'string', enum: ['Active', 'Terminating'] },
  },
}

export const Namespace: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: NamespaceSpec,
    status: NamespaceStatus,
  },
}

export const NodeConfigSource: StructuralSchema = {
  type: 'object',
  properties: { configMap: ConfigMapNodeConfigSource },
}

export const Taint: StructuralSchema = {
  type: 'object',
  required: ['effect', 'key'],
  properties: {
    effect: { type: 'string', enum: ['NoExecute', 'NoSchedule', 'PreferNoSchedule'] },
    key: { type: 'string' },
    timeAdded: Time,
    value: { type: 'string' },
  },
}

export const NodeSpec: StructuralSchema = {
  type: 'object',
  properties: {
    configSource: NodeConfigSource,
    externalID: { type: 'string' },
    podCIDR: { type: 'string' },
    podCIDRs: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    providerID: { type: 'string' },
    taints: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: Taint },
    unschedulable: { type: 'boolean' },
  },
}

export const NodeAddress: StructuralSchema = {
  type: 'object',
  required: ['address', 'type'],
  properties: { address: { type: 'string' }, type: { type: 'string' } },
}

export const NodeCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    lastHeartbeatTime: Time,
    lastTransitionTime: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const NodeConfigStatus: StructuralSchema = {
  type: 'object',
  properties: {
    active: NodeConfigSource,
    assigned: NodeConfigSource,
    error: { type: 'string' },
    lastKnownGood: NodeConfigSource,
  },
}

export const NodeDaemonEndpoints: StructuralSchema = {
  type: 'object',
  required: ['kubeletEndpoint'],
  properties: { kubeletEndpoint: DaemonEndpoint },
}

export const NodeFeatures: StructuralSchema = {
  type: 'object',
  properties: { supplementalGroupsPolicy: { type: 'boolean' } },
}

export const NodeSwapStatus: StructuralSchema = {
  type: 'object',
  properties: { capacity: { type: 'integer', format: 'int64' } },
}

export const NodeSystemInfo: StructuralSchema = {
  type: 'object',
  required: [
    'architecture',
    'bootID',
    'containerRuntimeVersion',
    'kernelVersion',
    'kubeProxyVersion',
    'kubeletVersion',
    'machineID',
    'operatingSystem',
    'osImage',
    'systemUUID',
  ],
  properties: {
    architecture: { type: 'string' },
    bootID: { type: 'string' },
    containerRuntimeVersion: { type: 'string' },
    kernelVersion: { type: 'string' },
    kubeProxyVersion: { type: 'string' },
    kubeletVersion: { type: 'string' },
    machineID: { type: 'string' },
    operatingSystem: { type: 'string' },
    osImage: { type: 'string' },
    swap: NodeSwapStatus,
    systemUUID: { type: 'string' },
  },
}

export const NodeRuntimeHandlerFeatures: StructuralSchema = {
  type: 'object',
  properties: { recursiveReadOnlyMounts: { type: 'boolean' }, userNamespaces: { type: 'boolean' } },
}

export const NodeRuntimeHandler: StructuralSchema = {
  type: 'object',
  properties: { features: NodeRuntimeHandlerFeatures, name: { type: 'string' } },
}

export const NodeStatus: StructuralSchema = {
  type: 'object',
  required: ['daemonEndpoints', 'nodeInfo'],
  properties: {
    addresses: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: NodeAddress,
    },
    allocatable: { type: 'object', additionalProperties: Quantity },
    capacity: { type: 'object', additionalProperties: Quantity },
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: NodeCondition,
    },
    config: NodeConfigStatus,
    daemonEndpoints: NodeDaemonEndpoints,
    declaredFeatures: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    features: NodeFeatures,
    images: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ContainerImage },
    nodeInfo: NodeSystemInfo,
    phase: { type: 'string', enum: ['Pending', 'Running', 'Terminated'] },
    runtimeHandlers: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: NodeRuntimeHandler },
    volumesAttached: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: AttachedVolume },
    volumesInUse: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const Node: StructuralSchema = {
  type: 'object',
  required: ['status'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: NodeSpec,
    status: NodeStatus,
  },
}

export const NodeAllocatableResourceClaimStatus: StructuralSchema = {
  type: 'object',
  required: ['resourceClaimName', 'resources'],
  properties: {
    containers: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    resourceClaimName: { type: 'string' },
    resources: { type: 'object', additionalProperties: Quantity },
  },
}

export const VolumeNodeAffinity: StructuralSchema = { type: 'object', properties: { required: NodeSelector } }

export const RBDPersistentVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['image', 'monitors'],
  properties: {
    fsType: { type: 'string' },
    image: { type: 'string' },
    keyring: { type: 'string', default: '/etc/ceph/keyring' },
    monitors: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    pool: { type: 'string', default: 'rbd' },
    readOnly: { type: 'boolean' },
    secretRef: SecretReference,
    user: { type: 'string', default: 'admin' },
  },
}

export const ScaleIOPersistentVolumeSource: StructuralSchema = {
  type: 'object',
  required: ['gateway', 'secretRef', 'system'],
  properties: {
    fsType: { type: 'string', default: 'xfs' },
    gateway: { type: 'string' },
    protectionDomain: { type: 'string' },
    readOnly: { type: 'boolean' },
    secretRef: SecretReference,
    sslEnabled: { type: 'boolean' },
    storageMode: { type: 'string', default: 'ThinProvisioned' },
    storagePool: { type: 'string' },
    system: { type: 'string' },
    volumeName: { type: 'string' },
  },
}

export const StorageOSPersistentVolumeSource: StructuralSchema = {
  type: 'object',
  properties: {
    fsType: { type: 'string' },
    readOnly: { type: 'boolean' },
    secretRef: ObjectReference,
    volumeName: { type: 'string' },
    volumeNamespace: { type: 'string' },
  },
}

export const PersistentVolumeSpec: StructuralSchema = {
  type: 'object',
  properties: {
    accessModes: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: { type: 'string', enum: ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'] },
    },
    awsElasticBlockStore: AWSElasticBlockStoreVolumeSource,
    azureDisk: AzureDiskVolumeSource,
    azureFile: AzureFilePersistentVolumeSource,
    capacity: { type: 'object', additionalProperties: Quantity },
    cephfs: CephFSPersistentVolumeSource,
    cinder: CinderPersistentVolumeSource,
    claimRef: /*#__PURE__*/ Object.assign({}, ObjectReference, { 'x-kubernetes-map-type': 'granular' }),
    csi: CSIPersistentVolumeSource,
    fc: FCVolumeSource,
    flexVolume: FlexPersistentVolumeSource,
    flocker: FlockerVolumeSource,
    gcePersistentDisk: GCEPersistentDiskVolumeSource,
    glusterfs: GlusterfsPersistentVolumeSource,
    hostPath: HostPathVolumeSource,
    iscsi: ISCSIPersistentVolumeSource,
    local: LocalVolumeSource,
    mountOptions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    nfs: NFSVolumeSource,
    nodeAffinity: VolumeNodeAffinity,
    persistentVolumeReclaimPolicy: { type: 'string', enum: ['Delete', 'Recycle', 'Retain'] },
    photonPersistentDisk: PhotonPersistentDiskVolumeSource,
    portworxVolume: PortworxVolumeSource,
    quobyte: QuobyteVolumeSource,
    rbd: RBDPersistentVolumeSource,
    scaleIO: ScaleIOPersistentVolumeSource,
    storageClassName: { type: 'string' },
    storageos: StorageOSPersistentVolumeSource,
    volumeAttributesClassName: { type: 'string' },
    volumeMode: { type: 'string', enum: ['Block', 'Filesystem'] },
    vsphereVolume: VsphereVirtualDiskVolumeSource,
  },
}

export const PersistentVolumeStatus: StructuralSchema = {
  type: 'object',
  properties: {
    lastPhaseTransitionTime: Time,
    message: { type: 'string' },
    phase: { type: 'string', enum: ['Available', 'Bound', 'Failed', 'Pending', 'Released'] },
    reason: { type: 'string' },
  },
}

export const PersistentVolume: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: PersistentVolumeSpec,
    status: PersistentVolumeStatus,
  },
}

export const PodCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    lastProbeTime: Time,
    lastTransitionTime: Time,
    message: { type: 'string' },
    observedGeneration: { type: 'integer', format: 'int64' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const PodExtendedResourceClaimStatus: StructuralSchema = {
  type: 'object',
  required: ['requestMappings', 'resourceClaimName'],
  properties: {
    requestMappings: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ContainerExtendedResourceRequest },
    resourceClaimName: { type: 'string' },
  },
}

export const PodIP: StructuralSchema = { type: 'object', required: ['ip'], properties: { ip: { type: 'string' } } }

export const PodResourceClaimStatus: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, resourceClaimName: { type: 'string' } },
}

export const PodStatus: StructuralSchema = {
  type: 'object',
  properties: {
    allocatedResources: { type: 'object', additionalProperties: Quantity },
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: PodCondition,
    },
    containerStatuses: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ContainerStatus },
    ephemeralContainerStatuses: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ContainerStatus },
    extendedResourceClaimStatus: PodExtendedResourceClaimStatus,
    hostIP: { type: 'string' },
    hostIPs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: HostIP },
    initContainerStatuses: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ContainerStatus },
    message: { type: 'string' },
    nodeAllocatableResourceClaimStatuses: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: NodeAllocatableResourceClaimStatus,
    },
    nominatedNodeName: { type: 'string' },
    observedGeneration: { type: 'integer', format: 'int64' },
    phase: { type: 'string', enum: ['Failed', 'Pending', 'Running', 'Succeeded', 'Unknown'] },
    podIP: { type: 'string' },
    podIPs: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['ip'], items: PodIP },
    qosClass: { type: 'string', enum: ['BestEffort', 'Burstable', 'Guaranteed'] },
    reason: { type: 'string' },
    resize: { type: 'string' },
    resourceClaimStatuses: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: PodResourceClaimStatus,
    },
    resources: ResourceRequirements,
    startTime: Time,
  },
}

export const Pod: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: PodSpec,
    status: PodStatus,
  },
}

export const PodTemplate: StructuralSchema = {
  type: 'object',
  required: ['template'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    template: PodTemplateSpec,
  },
}

export const ReplicationControllerSpec: StructuralSchema = {
  type: 'object',
  properties: {
    minReadySeconds: { type: 'integer', format: 'int32', default: 0 },
    replicas: { type: 'integer', format: 'int32', default: 1 },
    selector: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } },
    template: PodTemplateSpec,
  },
}

export const ReplicationControllerCondition: StructuralSchema = {
  type: 'object',
  required: ['status', 'type'],
  properties: {
    lastTransitionTime: Time,
    message: { type: 'string' },
    reason: { type: 'string' },
    status: { type: 'string' },
    type: { type: 'string' },
  },
}

export const ReplicationControllerStatus: StructuralSchema = {
  type: 'object',
  required: ['replicas'],
  properties: {
    availableReplicas: { type: 'integer', format: 'int32' },
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: ReplicationControllerCondition,
    },
    fullyLabeledReplicas: { type: 'integer', format: 'int32' },
    observedGeneration: { type: 'integer', format: 'int64' },
    readyReplicas: { type: 'integer', format: 'int32' },
    replicas: { type: 'integer', format: 'int32' },
  },
}

export const ReplicationController: StructuralSchema = {
  type: 'object',
  required: ['status'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: ReplicationControllerSpec,
    status: ReplicationControllerStatus,
  },
}

export const ScopedResourceSelectorRequirement: StructuralSchema = {
  type: 'object',
  required: ['operator', 'scopeName'],
  properties: {
    operator: { type: 'string', enum: ['DoesNotExist', 'Exists', 'In', 'NotIn'] },
    scopeName: {
      type: 'string',
      enum: [
        'BestEffort',
        'CrossNamespacePodAffinity',
        'NotBestEffort',
        'NotTerminating',
        'PriorityClass',
        'Terminating',
        'VolumeAttributesClass',
      ],
    },
    values: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const ScopeSelector: StructuralSchema = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    matchExpressions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ScopedResourceSelectorRequirement },
  },
}

export const ResourceQuotaSpec: StructuralSchema = {
  type: 'object',
  properties: {
    hard: { type: 'object', additionalProperties: Quantity },
    scopeSelector: ScopeSelector,
    scopes: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: {
        type: 'string',
        enum: [
          'BestEffort',
          'CrossNamespacePodAffinity',
          'NotBestEffort',
          'NotTerminating',
          'PriorityClass',
          'Terminating',
          'VolumeAttributesClass',
        ],
      },
    },
  },
}

export const ResourceQuotaStatus: StructuralSchema = {
  type: 'object',
  properties: {
    hard: { type: 'object', additionalProperties: Quantity },
    used: { type: 'object', additionalProperties: Quantity },
  },
}

export const ResourceQuota: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: ResourceQuotaSpec,
    status: ResourceQuotaStatus,
  },
}

export const Secret: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    data: { type: 'object', additionalProperties: { type: 'string', format: 'byte' } },
    immutable: { type: 'boolean' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    stringData: { type: 'object', additionalProperties: { type: 'string' } },
    type: { type: 'string' },
  },
}

export const ServicePort: StructuralSchema = {
  type: 'object',
  required: ['port'],
  properties: {
    appProtocol: { type: 'string' },
    name: { type: 'string' },
    nodePort: { type: 'integer', format: 'int32' },
    port: { type: 'integer', format: 'int32' },
    protocol: { type: 'string', enum: ['SCTP', 'TCP', 'UDP'], default: 'TCP' },
    targetPort: IntOrString,
  },
}

export const SessionAffinityConfig: StructuralSchema = { type: 'object', properties: { clientIP: ClientIPConfig } }

export const ServiceSpec: StructuralSchema = {
  type: 'object',
  properties: {
    allocateLoadBalancerNodePorts: { type: 'boolean' },
    clusterIP: { type: 'string' },
    clusterIPs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    externalIPs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    externalName: { type: 'string' },
    externalTrafficPolicy: { type: 'string', enum: ['Cluster', 'Local'] },
    healthCheckNodePort: { type: 'integer', format: 'int32' },
    internalTrafficPolicy: { type: 'string', enum: ['Cluster', 'Local'] },
    ipFamilies: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: { type: 'string', enum: ['', 'IPv4', 'IPv6'] },
    },
    ipFamilyPolicy: { type: 'string', enum: ['PreferDualStack', 'RequireDualStack', 'SingleStack'] },
    loadBalancerClass: { type: 'string' },
    loadBalancerIP: { type: 'string' },
    loadBalancerSourceRanges: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: ServicePort,
    },
    publishNotReadyAddresses: { type: 'boolean' },
    selector: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } },
    sessionAffinity: { type: 'string', enum: ['ClientIP', 'None'] },
    sessionAffinityConfig: SessionAffinityConfig,
    trafficDistribution: { type: 'string' },
    type: { type: 'string', enum: ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'] },
  },
}

export const ServiceStatus: StructuralSchema = {
  type: 'object',
  properties: {
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: Condition,
    },
    loadBalancer: LoadBalancerStatus,
  },
}

export const Service: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: ServiceSpec,
    status: ServiceStatus,
  },
}

export const ServiceAccount: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    automountServiceAccountToken: { type: 'boolean' },
    imagePullSecrets: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: LocalObjectReference },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    secrets: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ObjectReference },
  },
}

export const TopologySelectorLabelRequirement: StructuralSchema = {
  type: 'object',
  required: ['key', 'values'],
  properties: {
    key: { type: 'string' },
    values: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const TopologySelectorTerm: StructuralSchema = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    matchLabelExpressions: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: TopologySelectorLabelRequirement,
    },
  },
}
