import { Link, useLocation, useNavigate, useParams } from "@tanstack/react-router";
import {
  ChevronsUpDown,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Search,
  Settings,
  Sun,
  User,
  X,
} from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";
import { base } from "../api/place.ts";
import { useOrganization } from "../api/scope.ts";
import { dropDrafts } from "../drafts/draft-store.ts";
import { dropTexts } from "../drafts/text-store.ts";
import { useShortcut } from "../keys/shortcuts.ts";
import { nameKeys } from "../keys/name-keys.ts";
import { IconButton } from "../parts/button.tsx";
import { Keys } from "../parts/keys.tsx";
import { Menu } from "../parts/menu.tsx";
import type { MenuChoice } from "../parts/menu.types.ts";
import { openPalette, openShortcutSheet } from "./palette-state.ts";
import { NoticesLink, PlaceLink } from "./place-links.tsx";
import { dropRecent } from "./recent-places.ts";
import { homeSection, projectSections, type Section } from "./sections.ts";
import { applyTheme, readTheme, themes } from "../keys/theme.ts";
import { useShownProject } from "./use-shown-project.ts";
import styles from "./sidebar.module.css";

export interface SidebarProps {
  readonly isNarrow: boolean;
  /** On a telephone: whether it is shown above the page. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function Sidebar({ isNarrow, isOpen, onClose }: SidebarProps) {
  const project = useShownProject();
  const look = `${styles["sidebar"]} ${isNarrow ? styles["narrow"] : ""} ${isOpen ? styles["open"] : ""}`;
  return (
    <>
      {isOpen && <div className={styles["shade"]} onClick={onClose} aria-hidden />}
      <nav className={look} aria-label="Main" onClick={onClose}>
        <div className={styles["top"]}>
          <OrganizationSwitcher />
          {isOpen && (
            <IconButton label="Close" onPress={onClose}>
              <X size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
          )}
        </div>
        <AriaButton className={styles["item"] ?? ""} onPress={() => openPalette("")}>
          <Search size={16} strokeWidth={1.5} aria-hidden />
          <span className={styles["name"]}>Search</span>
          <span className={styles["keys"]}>
            <Keys names={nameKeys("mod+k")} />
          </span>
        </AriaButton>
        <SectionLink section={homeSection} project={null} />
        {project !== null && (
          <>
            <p className={styles["group"]}>{project.name}</p>
            {projectSections.map((section) => (
              <SectionLink key={section.name} section={section} project={project.slug} />
            ))}
          </>
        )}
        <div className={styles["bottom"]}>
          <NoticesLink />
          <PlaceLink to="/$org/settings" name="Settings" icon={Settings} keys="g ," />
          <OwnMenu />
        </div>
      </nav>
    </>
  );
}

function SectionLink({ section, project }: { section: Section; project: string | null }) {
  const { org = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const shown = useLocation({ select: ({ pathname }) => pathname.split("/")[3] ?? "" });
  const params = { org, project: project ?? "" };
  const Icon = section.icon;
  useShortcut(
    `g ${section.key}`,
    `Go to ${section.name}`,
    () => void navigate({ to: section.to, params }),
  );
  return (
    <Link
      to={section.to}
      params={params}
      className={styles["item"] ?? ""}
      activeOptions={{ exact: section.to === "/$org", includeSearch: false }}
      title={section.name}
      {...(section.also?.includes(shown) === true ? { "aria-current": "page" } : {})}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      <span className={styles["name"]}>{section.name}</span>
    </Link>
  );
}

function OrganizationSwitcher() {
  const { session, organization } = useOrganization();
  const navigate = useNavigate();
  const choices = session.organizations.map(({ slug, name, role }) => ({
    id: slug,
    label: name,
    detail: role,
    isCurrent: slug === organization.slug,
    run: () => void navigate({ to: "/$org", params: { org: slug } }),
  }));
  const trigger = (
    <AriaButton className={styles["switcher"] ?? ""}>
      <span className={styles["initial"]} aria-hidden>
        {organization.name.slice(0, 1).toUpperCase()}
      </span>
      <span className={styles["name"]}>{organization.name}</span>
      <ChevronsUpDown size={14} strokeWidth={1.5} aria-hidden />
    </AriaButton>
  );
  return <Menu label="Organizations" trigger={trigger} choices={choices} />;
}

const themeIcons = { system: Monitor, light: Sun, dark: Moon };
const themeNames = { system: "System theme", light: "Light theme", dark: "Dark theme" };

function OwnMenu() {
  const { session } = useOrganization();
  const navigate = useNavigate();
  const looks = themes.map((theme): MenuChoice => {
    const Icon = themeIcons[theme];
    return {
      id: theme,
      label: themeNames[theme],
      icon: <Icon size={16} strokeWidth={1.5} aria-hidden />,
      isCurrent: readTheme() === theme,
      run: () => applyTheme(theme),
    };
  });
  const choices: MenuChoice[] = [
    {
      id: "account",
      label: "Your account",
      icon: <User size={16} strokeWidth={1.5} aria-hidden />,
      run: () => void navigate({ to: "/account/$page", params: { page: "sign-in" } }),
    },
    {
      id: "keys",
      label: "Keyboard shortcuts",
      icon: <Keyboard size={16} strokeWidth={1.5} aria-hidden />,
      detail: "?",
      run: openShortcutSheet,
    },
    ...looks,
    {
      id: "out",
      label: "Sign out",
      icon: <LogOut size={16} strokeWidth={1.5} aria-hidden />,
      run: () => void signOut(session.organizations.map(({ slug }) => slug)),
    },
  ];
  const trigger = (
    <AriaButton className={styles["item"] ?? ""}>
      <User size={16} strokeWidth={1.5} aria-hidden />
      <span className={styles["name"]}>{session.user.name}</span>
    </AriaButton>
  );
  return <Menu label="Your menu" trigger={trigger} choices={choices} />;
}

// A form, as on the pages of the account: the answer leads to the page for sign-in.
async function signOut(organizations: readonly string[]): Promise<void> {
  dropDrafts();
  dropRecent(organizations);
  await dropTexts();
  const form = document.createElement("form");
  form.method = "post";
  form.action = `${base}/sign-out`;
  document.body.append(form);
  form.submit();
}
