/** The parts of one reconcile. */
import type { Context } from '@kubewright/controller'
import { type KubeObject, refOf } from '@kubewright/core'
import { Connection } from '../reporting/connection.ts'
import { type DependencyStatus, standingOf } from '../operations/dependency.ts'
import { ExternalCalls } from '../calls/external-calls.ts'
import { operationOf } from '../operations/external-operation.ts'
import type { Machine } from '../machine/machine.ts'
import { externalNameAnnotation } from '../names.ts'
import { ObjectRecord } from '../record/object-record.ts'
import { lastAppliedOf } from '../decision/desired-state.ts'
import { StatusReport } from '../reporting/status-report.ts'

export interface RunParts {
  readonly machine: Machine
  readonly ctx: Context
  /** The object and its persistent record. */
  readonly record: ObjectRecord
  readonly calls: ExternalCalls
  readonly status: StatusReport
  /** The Secret, if configured. */
  readonly connection: Connection | undefined
  readonly parents: DependencyStatus
  readonly isDeleting: boolean
}

export function partsOf(machine: Machine, object: KubeObject, ctx: Context): RunParts {
  return {
    machine,
    ctx,
    record: new ObjectRecord(machine, object, ctx),
    calls: callsOf(machine, object, ctx),
    status: new StatusReport(machine, object, ctx),
    connection: connectionOf(machine, object, ctx),
    parents: standingOf(object, machine.dependencies, ctx.cache),
    isDeleting: object.metadata.deletionTimestamp !== undefined,
  }
}

function callsOf(machine: Machine, object: KubeObject, { clock, signal }: Context): ExternalCalls {
  const { name, timeout, provider, observer, memory } = machine
  return new ExternalCalls({
    controller: name,
    object: { ...refOf(object), uid: object.metadata.uid },
    clock,
    signal,
    timeout,
    provider,
    observer,
    unfinished: memory.unfinished,
  })
}

function connectionOf({ secretName }: Machine, object: KubeObject, ctx: Context): Connection | undefined {
  if (secretName === undefined) return undefined
  const { client, signal, own } = ctx
  return new Connection({ name: secretName(object), object, client, signal, own })
}

/** The context of an operation. */
export async function operationContext({ ctx, record, status, parents, connection }: RunParts) {
  const { client, cache, log, signal, now, clock, reasons, reconcileId, fencingToken } = ctx
  const { object } = record
  return {
    client,
    cache,
    log,
    signal,
    now,
    clock,
    reasons,
    reconcileId,
    fencingToken,
    dependencies: parents.objects,
    externalName: object.metadata.annotations?.[externalNameAnnotation],
    operation: operationOf(object)?.id,
    payload: status.payload,
    lastApplied: lastAppliedOf(object),
    connection: await connection?.read(),
  }
}
