/** Records which shard works on which object, and whether two ever did at once. */
export class Ledger {
  readonly under = new Map<string, string>()
  readonly twice: string[] = []
  readonly done: string[] = []

  begin(uid: string, shard: string): void {
    const other = this.under.get(uid)
    if (other !== undefined && other !== shard) this.twice.push(`${uid}: ${other} and ${shard}`)
    this.under.set(uid, shard)
  }

  end(uid: string, shard: string, name: string): void {
    if (this.under.get(uid) === shard) this.under.delete(uid)
    this.done.push(`${shard} ${name}`)
  }
}
