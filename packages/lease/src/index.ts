/** Hold, renew and release a Lease: leader election and membership. In the making: nothing here is promised yet. */
export {}
