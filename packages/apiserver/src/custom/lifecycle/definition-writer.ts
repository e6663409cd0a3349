/** Writes the status of definitions through the regular verbs. */
import { ownCall } from '../../kinds/own-call.ts'
import { withoutNulls } from '../../built-in/null-fields.ts'
import { type Draft, draftOf } from '../../object/draft.ts'
import type { WriteOptions } from '../../request/write-options.ts'
import { StatusError } from '../../status/status.ts'
import type { Collection } from '../../storage/collection.ts'
import type { Machinery } from '../../kinds/call.ts'
import { timestamp } from '../../object/timestamp.ts'
import { modify } from '../../verbs/modify.ts'
import { recordWrite } from '../../verbs/writer.ts'
import { definitionCollection } from '../definition/definition.ts'
import type { Consequence } from './consequences.ts'

const options: WriteOptions = {
  isDryRun: false,
  fieldManager: 'kube-apiserver',
  fieldValidation: 'Ignore',
  force: false,
}

export class DefinitionWriter {
  readonly #server: Machinery
  readonly #collection: Collection

  constructor(server: Machinery) {
    this.#server = server
    this.#collection = server.store.collection(definitionCollection)
  }

  read(name: string): Draft | undefined {
    const version = this.#collection.read(name)
    return version === undefined ? undefined : withoutNulls(draftOf(version.object.text))
  }

  /** A concurrent change or deletion wins: it leads to an update of its own. */
  async write(name: string, consequence: Consequence): Promise<void> {
    try {
      await this.#write(name, consequence)
    } catch (error) {
      if (!(error instanceof StatusError && [404, 409].includes(error.status.code))) throw error
    }
  }

  async #write(name: string, consequence: Consequence): Promise<void> {
    const server = this.#server
    const kind = server.kinds.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions')!
    await server.fields.load?.(kind)
    const version = this.#collection.read(name)
    if (version === undefined) return
    const call = ownCall(server, kind, { verb: 'update', namespace: '', name, subresource: 'status' })
    await modify(call, version, {
      options,
      strategy: kind.subresources.get('status')!.view!.strategy,
      async change(live) {
        const wanted = withoutNulls(live)
        consequence(wanted, timestamp(server.clock.now()))
        await recordWrite(call, live, wanted, options)
        return wanted
      },
    })
  }
}
