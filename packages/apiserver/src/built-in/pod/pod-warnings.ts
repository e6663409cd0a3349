/** Warnings about accepted pods and templates. */
import type { PodSpec } from '@kubewright/kubernetes/core/v1'
import { nameProblems } from '@kubewright/core/object'
import { ownField } from '../../object/own-field.ts'
import type { Draft } from '../../object/draft.ts'
import { each, isBlank } from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { shownWarnings } from '../../request/warning.ts'
import { containerWarnings } from './container-warnings.ts'

/** Deprecated node labels, with their replacements. */
const renamedLabels: Readonly<Record<string, readonly [string, string]>> = {
  'beta.kubernetes.io/arch': ['v1.14', 'kubernetes.io/arch'],
  'beta.kubernetes.io/os': ['v1.14', 'kubernetes.io/os'],
  'failure-domain.beta.kubernetes.io/region': ['v1.17', 'topology.kubernetes.io/region'],
  'failure-domain.beta.kubernetes.io/zone': ['v1.17', 'topology.kubernetes.io/zone'],
  'beta.kubernetes.io/instance-type': ['v1.17', 'node.kubernetes.io/instance-type'],
}

const criticalPod = 'scheduler.alpha.kubernetes.io/critical-pod'
const criticalPodWarning = `metadata.annotations[${criticalPod}]: non-functional in v1.16+; use the "priorityClassName" field instead`

export function podNameWarnings(name: string): readonly string[] {
  const problems = nameProblems('dns1123Label', name)
  if (problems.length === 0) return []
  const text =
    "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended"
  return [`${text}: [${problems.join(' ')}]`]
}

/** @param annotations the annotations of the pod itself */
export function podSpecWarnings(
  spec: Unvalidated<PodSpec>,
  path: string,
  annotations: Readonly<Record<string, unknown>> = {},
): readonly string[] {
  return [...shownWarnings(allWarnings(spec, path, annotations))]
}

function* allWarnings(
  spec: Unvalidated<PodSpec>,
  path: string,
  annotations: Readonly<Record<string, unknown>>,
): Iterable<string> {
  yield* placementWarnings(spec, path)
  if (Object.hasOwn(annotations, criticalPod)) yield criticalPodWarning
  yield* volumeWarnings(spec, path)
  yield* repeatedWarnings(spec, path)
  yield* containerWarnings(spec, path)
  yield* graceWarnings(spec, path)
  yield* affinityWarnings(spec, path)
}

/** Warnings about pod templates, only if the generation has changed. */
export function templateWarnings(
  spec: Unvalidated<PodSpec>,
  path: string,
  [object, old]: readonly [Draft, Draft | undefined],
): readonly string[] {
  return old?.metadata.generation === object.metadata.generation ? [] : podSpecWarnings(spec, path)
}

const matchesNothing = 'a null labelSelector results in matching no pod'

function* placementWarnings(spec: Unvalidated<PodSpec>, path: string): Iterable<string> {
  for (const label of Object.keys(spec.nodeSelector ?? {}).sort()) {
    const advice = adviceOn(label)
    if (advice !== undefined) yield `${path}.nodeSelector[${label}]: ${advice}`
  }
  for (const [constraint, at] of each(spec.topologySpreadConstraints, `${path}.topologySpreadConstraints`)) {
    const { topologyKey = '', labelSelector } = constraint
    const advice = adviceOn(topologyKey)
    if (advice !== undefined) yield `${at}.topologyKey: ${topologyKey} is ${advice}`
    if (labelSelector === undefined) yield `${at}.labelSelector: ${matchesNothing}`
  }
}

function adviceOn(label: string): string | undefined {
  const renamed = ownField(renamedLabels, label)
  return renamed && `deprecated since ${renamed[0]}; use "${renamed[1]}" instead`
}

/** Volume types that are no longer supported. */
const goneVolumes = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
} as const

function* volumeWarnings({ volumes }: Unvalidated<PodSpec>, path: string): Iterable<string> {
  for (const [volume, at] of each(volumes, `${path}.volumes`)) {
    for (const [source, text] of Object.entries(goneVolumes)) {
      const shown = source === 'storageos' ? 'storageOS' : source
      if (volume[source as keyof typeof goneVolumes] !== undefined) yield `${at}.${shown}: ${text}`
    }
  }
}

function* repeatedWarnings(spec: Unvalidated<PodSpec>, path: string): Iterable<string> {
  yield* repeated(each(spec.hostAliases, `${path}.hostAliases`), 'ip')
  yield* repeated(each(spec.imagePullSecrets, `${path}.imagePullSecrets`), 'name')
  for (const [{ name }, at] of each(spec.imagePullSecrets, `${path}.imagePullSecrets`)) {
    if (isBlank(name)) yield `${at}.name: invalid empty name ""`
  }
}

function* repeated(items: Iterable<readonly [object, string]>, field: string): Iterable<string> {
  const seen = new Set<unknown>()
  for (const [item, at] of items) {
    const value = (item as Record<string, string | undefined>)[field] ?? ''
    if (seen.has(value)) yield `${at}.${field}: duplicate ${field} "${value}"`
    seen.add(value)
  }
}

function* graceWarnings({ terminationGracePeriodSeconds = 0 }: Unvalidated<PodSpec>, path: string): Iterable<string> {
  if (terminationGracePeriodSeconds >= 0) return
  yield `${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`
}

function* affinityWarnings({ affinity }: Unvalidated<PodSpec>, path: string): Iterable<string> {
  for (const field of ['podAffinity', 'podAntiAffinity'] as const) {
    const at = `${path}.affinity.${field}`
    const required = 'requiredDuringSchedulingIgnoredDuringExecution'
    for (const [term, place] of each(affinity?.[field]?.[required], `${at}.${required}`)) {
      if (term.labelSelector === undefined) yield `${place}.labelSelector: ${matchesNothing}`
    }
    const preferred = 'preferredDuringSchedulingIgnoredDuringExecution'
    for (const [{ podAffinityTerm }, place] of each(affinity?.[field]?.[preferred], `${at}.${preferred}`)) {
      if (podAffinityTerm?.labelSelector === undefined)
        yield `${place}.podAffinityTerm.labelSelector: ${matchesNothing}`
    }
  }
}
