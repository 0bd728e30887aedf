import { Badge } from '../../../ui/badge.tsx';
import { restrictionBadges, type Restrictions } from './restrictions.rules.ts';

/** Badges of the restrictions of a key; nothing if it has none. */
export function RestrictionBadges({ apiKey }: { apiKey: Restrictions }) {
  const badges = restrictionBadges(apiKey);
  if (badges.length === 0) return null;
  return (
    <span className="flex max-w-60 flex-wrap gap-1 pb-1 @max-xl:ml-auto @max-xl:justify-end">
      {badges.map(({ label, tone, title }) => (
        <span key={label} title={title} className="inline-flex">
          <Badge tone={tone}>{label}</Badge>
        </span>
      ))}
    </span>
  );
}
