/** Defaults of pods and pod templates. */
import type {
  Container,
  EphemeralContainer,
  Pod,
  PodSpec,
  PodTemplateSpec,
  Probe,
  Volume,
} from '@kubewright/kubernetes/core/v1'
import { setOwn } from '@kubewright/core/json'
import { parseQuantity } from '@kubewright/core/quantities'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { pullPolicyOf } from './image-name.ts'

type AnyContainer = Unvalidated<Container> | Unvalidated<EphemeralContainer>

export function fillPod(pod: Unvalidated<Pod>): void {
  const spec = (pod.spec ??= {})
  fillPodSpec(spec)
  for (const container of [...(spec.containers ?? []), ...(spec.initContainers ?? [])]) {
    requestLimits(container)
    if (spec.hostNetwork === true) for (const port of container.ports ?? []) port.hostPort ||= port.containerPort
  }
  requestLimits(spec)
  spec.enableServiceLinks ??= true
  if (pod.status) fillAddresses(pod.status)
}

/** The legacy single-value field mirrors the first address, and wins if they differ. */
function fillAddresses(status: NonNullable<Unvalidated<Pod>['status']>): void {
  const { podIP, podIPs = [] } = status
  if (podIP && podIPs[0]?.ip !== podIP) status.podIPs = [{ ip: podIP }]
  if (!podIP && podIPs.length > 0) status.podIP = podIPs[0]?.ip
}

/** Some defaults apply to pods only; templates stay as written. */
export function fillTemplate(template: Unvalidated<PodTemplateSpec>): void {
  fillPodSpec((template.spec ??= {}))
}

export function fillPodSpec(spec: Unvalidated<PodSpec>): void {
  for (const volume of spec.volumes ?? []) fillVolume(volume)
  for (const container of containersOf(spec)) fillContainer(container)
  spec.restartPolicy ||= 'Always'
  spec.terminationGracePeriodSeconds ??= 30
  if (spec.terminationGracePeriodSeconds < 0) spec.terminationGracePeriodSeconds = 1
  spec.dnsPolicy ||= 'ClusterFirst'
  spec.securityContext ??= {}
  spec.schedulerName ||= 'default-scheduler'
  const account = spec.serviceAccountName || spec.serviceAccount
  if (account) spec.serviceAccountName = spec.serviceAccount = account
  for (const amounts of [spec.overhead, spec.resources?.limits, spec.resources?.requests]) roundAmounts(amounts)
}

function containersOf(spec: Unvalidated<PodSpec>): readonly AnyContainer[] {
  return [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])]
}

function fillContainer(container: AnyContainer): void {
  for (const port of container.ports ?? []) port.protocol ||= 'TCP'
  for (const { valueFrom } of container.env ?? []) {
    if (valueFrom?.fieldRef) valueFrom.fieldRef.apiVersion ||= 'v1'
    if (valueFrom?.fileKeyRef) valueFrom.fileKeyRef.optional ??= false
  }
  for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
    if (probe) fillProbe(probe)
  }
  for (const hook of [container.lifecycle?.postStart, container.lifecycle?.preStop]) fillHttpGet(hook?.httpGet)
  container.terminationMessagePath ||= '/dev/termination-log'
  container.terminationMessagePolicy ||= 'File'
  container.imagePullPolicy ||= pullPolicyOf(container.image)
  for (const amounts of [container.resources?.limits, container.resources?.requests]) roundAmounts(amounts)
}

function fillProbe(probe: Unvalidated<Probe>): void {
  probe.timeoutSeconds ||= 1
  probe.periodSeconds ||= 10
  probe.successThreshold ||= 1
  probe.failureThreshold ||= 3
  fillHttpGet(probe.httpGet)
  if (probe.grpc) probe.grpc.service ??= ''
}

function fillHttpGet(action: Unvalidated<Probe>['httpGet']): void {
  if (action === undefined) return
  action.path ||= '/'
  action.scheme ||= 'HTTP'
}

function fillVolume(volume: Unvalidated<Volume>): void {
  if (Object.keys(volume).every((field) => field === 'name')) volume.emptyDir = {}
  for (const source of [volume.secret, volume.configMap, volume.downwardAPI, volume.projected]) {
    if (source) source.defaultMode ??= 0o644
  }
  for (const { serviceAccountToken, downwardAPI } of volume.projected?.sources ?? []) {
    if (serviceAccountToken) serviceAccountToken.expirationSeconds ??= 3_600
    for (const { fieldRef } of downwardAPI?.items ?? []) if (fieldRef) fieldRef.apiVersion ||= 'v1'
  }
  for (const { fieldRef } of volume.downwardAPI?.items ?? []) if (fieldRef) fieldRef.apiVersion ||= 'v1'
  if (volume.hostPath) volume.hostPath.type ??= ''
  if (volume.image) volume.image.pullPolicy ||= pullPolicyOf(volume.image.reference)
  if (volume.iscsi) volume.iscsi.iscsiInterface ||= 'default'
  if (volume.rbd) fillRbd(volume.rbd)
  if (volume.azureDisk) fillAzureDisk(volume.azureDisk)
  if (volume.scaleIO) fillScaleIo(volume.scaleIO)
  const claim = volume.ephemeral?.volumeClaimTemplate?.spec
  if (claim) claim.volumeMode ??= 'Filesystem'
}

export function fillRbd(source: {
  pool?: string | undefined
  user?: string | undefined
  keyring?: string | undefined
}) {
  source.pool ||= 'rbd'
  source.user ||= 'admin'
  source.keyring ||= '/etc/ceph/keyring'
}

export function fillAzureDisk(source: Unvalidated<NonNullable<Volume['azureDisk']>>): void {
  source.cachingMode ??= 'ReadWrite'
  source.fsType ??= 'ext4'
  source.readOnly ??= false
  source.kind ??= 'Shared'
}

export function fillScaleIo(source: { storageMode?: string | undefined; fsType?: string | undefined }): void {
  source.storageMode ||= 'ThinProvisioned'
  source.fsType ||= 'xfs'
}

/** Missing requests default to the limits. */
function requestLimits(holder: Pick<Unvalidated<Container>, 'resources'>): void {
  const limits = holder.resources?.limits
  if (limits === undefined || holder.resources === undefined) return
  holder.resources.requests = { ...limits, ...holder.resources.requests }
}

type Amounts = Unvalidated<Record<string, string | number>>

/** Rounds amounts up to milli-units. */
export function roundAmounts(amounts: Amounts | undefined): void {
  for (const [name, amount] of Object.entries(amounts ?? {})) {
    if (typeof amount === 'string' && /[nu]$|\.|[eE]-/.test(amount)) setOwn(amounts!, name, roundUp(amount))
  }
}

function roundUp(amount: string): string {
  const quantity = parseQuantity(amount)
  if (quantity.exponent >= -3) return amount
  const divisor = 10n ** BigInt(-3 - quantity.exponent)
  const whole = quantity.unscaled / divisor
  return parseQuantity(`${quantity.unscaled % divisor > 0n ? whole + 1n : whole}m`).toString()
}
