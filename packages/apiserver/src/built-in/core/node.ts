/** Nodes. */
import type { Node, Taint } from '@kubewright/kubernetes/core/v1'
import { nameProblems } from '@kubewright/core/object'
import type { Draft } from '../../object/draft.ts'
import { fieldError, forbidden, invalid } from '../../status/field-error.ts'
import { badRequest } from '../../status/failures.ts'
import { readStored } from '../../kinds/call.ts'
import { addressRange } from '../../validation/address.ts'
import { duplicate, each, isBlank, named, type Problems } from '../../validation/problems.ts'
import { resourceAmount } from '../../validation/resources.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { proxiedName } from '../proxied-name.ts'
import { effectProblems } from '../pod/scheduling-checks.ts'
import { roundAmounts } from '../pod/pod-defaults.ts'
import { ageOf, conditionIsTrue, none } from '../table/cells.ts'

const as = unvalidated<Node>

export const node: KindBehavior = {
  fill(object) {
    const it = as(object)
    const spec = (it.spec ??= {})
    // The legacy single-value field mirrors the first CIDR.
    if (isBlank(spec.podCIDR) && (spec.podCIDRs ?? []).length > 0) spec.podCIDR = spec.podCIDRs![0]
    if (!isBlank(spec.podCIDR) && (spec.podCIDRs ?? []).length === 0) spec.podCIDRs = [spec.podCIDR]
    const { status } = it
    // The server drops dynamic kubelet configuration.
    delete (spec as { configSource?: unknown }).configSource
    delete (status as { config?: unknown } | undefined)?.config
    roundAmounts(status?.capacity)
    roundAmounts(status?.allocatable)
    if (status?.capacity && status.allocatable === undefined) status.allocatable = { ...status.capacity }
  },
  *validate(object) {
    const { spec = {} } = as(object)
    yield* taintProblems(spec.taints, 'metadata.taints')
    yield* amountProblems(object)
    for (const [range, at] of each(spec.podCIDRs, 'spec.podCIDRs')) yield* addressRange(range, at)
  },
  *validateUpdate(object, old) {
    const [now, before] = [as(object).spec ?? {}, as(old).spec ?? {}]
    yield* amountProblems(object)
    yield* addressProblems(as(object))
    if ((before.podCIDRs ?? []).length > 0 && String(before.podCIDRs) !== String(now.podCIDRs)) {
      yield forbidden('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid')
    }
    if (!isBlank(before.providerID) && before.providerID !== now.providerID) {
      yield forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid')
    }
    yield* taintProblems(now.taints, 'metadata.taints')
  },
  status: {
    *validateUpdate(object) {
      yield* amountProblems(object)
      yield* addressProblems(as(object))
    },
  },
  handlers: {
    // There are no kubelets.
    async proxy(call) {
      readStored(call, proxiedName(call.info.name))
      throw badRequest('address not allowed')
    },
  },
  selectableFields: { 'spec.unschedulable': (object) => String(as(object).spec?.unschedulable ?? false) },
  cells(object, nowMs) {
    const { nodeInfo = {}, addresses } = as(object).status ?? {}
    const addressOf = (kind: string) => addresses?.find(({ type }) => type === kind)?.address ?? none
    const architecture = nodeInfo.architecture ? ` (${nodeInfo.architecture})` : ''
    return [
      object.metadata.name,
      stateCell(object),
      roleCell(object),
      ageOf(object, nowMs),
      nodeInfo.kubeletVersion ?? '',
      addressOf('InternalIP'),
      addressOf('ExternalIP'),
      nodeInfo.osImage || '<unknown>',
      `${nodeInfo.kernelVersion || '<unknown>'}${architecture}`,
      nodeInfo.containerRuntimeVersion || '<unknown>',
    ]
  },
}

function* taintProblems(taints: readonly Unvalidated<Taint>[] | undefined, path: string): Problems {
  const seen = new Set<string>()
  for (const [{ key = '', value = '', effect = '', timeAdded }, at] of each(taints, path)) {
    yield* named('qualifiedName', key, `${at}.key`)
    const problems = nameProblems('labelValue', value)
    if (problems.length > 0) yield invalid(`${at}.value`, value, problems.join(';'))
    yield* effectProblems(effect, `${at}.effect`)
    const pair = `${key} ${effect}`
    const shown = { Key: key, Value: value, Effect: effect, TimeAdded: timeAdded ?? null }
    if (seen.has(pair)) {
      yield fieldError('Duplicate value', at, shown, 'taints must be unique by key and effect pair')
    }
    seen.add(pair)
  }
}

function* amountProblems(object: Draft): Problems {
  const { status } = as(object)
  for (const field of ['capacity', 'allocatable'] as const) {
    for (const [name, amount] of Object.entries(status?.[field] ?? {})) {
      if (amount !== undefined) yield* resourceAmount(name, amount, `status.${field}.${name}`)
    }
  }
}

function* addressProblems({ status }: Unvalidated<Node>): Problems {
  const seen = new Set<string>()
  for (const [{ type = '', address = '' }, at] of each(status?.addresses, 'status.addresses')) {
    if (seen.has(`${type} ${address}`)) yield duplicate(at, { Type: type, Address: address })
    seen.add(`${type} ${address}`)
  }
}

function stateCell(object: Draft): string {
  const { spec, status } = as(object)
  const isKnown = status?.conditions?.some(({ type }) => type === 'Ready') === true
  const ready = isKnown ? (conditionIsTrue(status?.conditions, 'Ready') ? 'Ready' : 'NotReady') : 'Unknown'
  return spec?.unschedulable === true ? `${ready},SchedulingDisabled` : ready
}

const rolePrefix = 'node-role.kubernetes.io/'

function roleCell({ metadata }: Draft): string {
  const roles = Object.entries(metadata.labels ?? {}).flatMap(([label, value]) => {
    if (label.startsWith(rolePrefix)) return [label.slice(rolePrefix.length)]
    return label === 'kubernetes.io/role' ? [value] : []
  })
  const sorted = [...new Set(roles)].filter((role) => role !== '').sort()
  return sorted.length === 0 ? none : sorted.join(',')
}
