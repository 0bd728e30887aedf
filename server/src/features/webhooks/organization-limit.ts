/** Deliveries of one organisation that may wait for their receivers at a time, in one process. */
export interface OrganizationLimit {
  /** Counts a delivery in; false: the organisation has as many as it may, and nothing was counted. */
  enter(organizationId: string): boolean;
  leave(organizationId: string): void;
}

/** Counts per organisation; an organisation without a delivery takes no memory. */
export function createOrganizationLimit(limit: number): OrganizationLimit {
  const counts = new Map<string, number>();
  return {
    enter: (organizationId) => {
      const count = counts.get(organizationId) ?? 0;
      if (count >= limit) return false;
      counts.set(organizationId, count + 1);
      return true;
    },
    leave: (organizationId) => {
      const count = counts.get(organizationId) ?? 0;
      if (count <= 1) counts.delete(organizationId);
      else counts.set(organizationId, count - 1);
    },
  };
}
