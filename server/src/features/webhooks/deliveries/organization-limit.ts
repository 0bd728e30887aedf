/** Limit on the concurrent deliveries of one organisation, in one process. */
export interface OrganizationLimit {
  /** Counts a delivery. Returns false, and counts nothing, if the organisation is at its limit. */
  acquire(organizationId: string): boolean;
  release(organizationId: string): void;
}

/** Creates an {@link OrganizationLimit}; an organisation without a delivery takes no memory. */
export function createOrganizationLimit(limit: number): OrganizationLimit {
  const counts = new Map<string, number>();
  return {
    acquire: (organizationId) => {
      const count = counts.get(organizationId) ?? 0;
      if (count >= limit) return false;
      counts.set(organizationId, count + 1);
      return true;
    },
    release: (organizationId) => {
      const count = counts.get(organizationId) ?? 0;
      if (count <= 1) counts.delete(organizationId);
      else counts.set(organizationId, count - 1);
    },
  };
}
