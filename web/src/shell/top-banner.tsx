import { useTopBanner } from '../lib/banners.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Banner with the highest priority, between the header and the page. */
export function TopBanner() {
  const banner = useTopBanner();
  return (
    <output className="block">
      {banner && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-amber-wash px-4 py-2.5 sm:px-6 lg:px-8">
          <p className="min-w-0 flex-1 basis-60 text-table text-ink">{banner.text}</p>
          <div className="flex flex-wrap gap-2">
            {banner.actions.map((action, index) => (
              <ButtonLink
                key={action.to}
                to={action.to}
                size="sm"
                variant={index === 0 ? 'default' : 'outline'}
              >
                {action.label}
              </ButtonLink>
            ))}
          </div>
        </div>
      )}
    </output>
  );
}
